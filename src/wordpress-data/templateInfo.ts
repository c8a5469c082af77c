import { footer, header, layout, navigationOverlay, sidebar, symbolFilled } from '@wordpress/icons'
import { isRecord, own, type RecordData } from '../core/plain'

type Icon = typeof layout

const icons: { readonly [name: string]: Icon } = {
  header,
  footer,
  sidebar,
  'navigation-overlay': navigationOverlay,
}

/** The icon of a part of a template, by its area or by the name that the area has for its icon. */
export function getTemplatePartIcon(areaOrIconName: string): Icon {
  return own(icons, areaOrIconName) ?? symbolFilled
}

/** What people call a template. */
export interface TemplateInfo {
  readonly title?: string
  readonly description?: string
  readonly icon: Icon
}

/** A default template, or an area of a template, as the site lists them. */
type Listed = readonly RecordData[] | undefined

/** What {@link getTemplateInfo} is made from. */
export interface TemplateInfoParams {
  /** The default templates of the site. Default: none. */
  readonly templateTypes?: Listed
  /** The areas of template parts. Default: none. */
  readonly templateAreas?: Listed
  readonly template?: RecordData | null
}

/**
 * The title, description and icon that a template is shown with: its own, else those of the default template of its slug.
 * Nothing without a template.
 */
export function getTemplateInfo(params?: TemplateInfoParams): Partial<TemplateInfo> {
  if (!params?.template) return {}
  const { templateTypes, templateAreas, template } = params
  const { slug, title, description, area } = template
  const ofType = templateTypes?.find((type) => type.slug === slug) ?? {}
  const ofArea = templateAreas?.find((one) => one.area === area)
  const own = textIn(title, 'rendered')
  return {
    ...withText('title', own && own !== slug ? own : (ofType.title ?? slug)),
    ...withText('description', textIn(description, 'raw') || ofType.description),
    icon: area === undefined || ofArea === undefined ? layout : getTemplatePartIcon(ofArea.icon as string),
  }
}

function withText(field: string, value: unknown): object {
  return typeof value === 'string' ? { [field]: value } : {}
}

/** A text, or what of a rendered text stands under a name. */
function textIn(value: unknown, form: 'raw' | 'rendered'): string | undefined {
  const text = isRecord(value) ? value[form] : value
  return typeof text === 'string' ? text : undefined
}
