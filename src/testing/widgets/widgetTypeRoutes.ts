import { linksTo } from '../http/links'
import { contextArg } from '../http/listing'
import { resource } from '../http/resource'
import { found } from '../http/wpError'
import type { Call, Route } from '../http/route'
import { mayManageWidgets } from './widgets'
import { type WidgetType, widgetTypes } from './widgetTypes'

/** The types of widgets. */
export const widgetTypeRoutes: readonly Route[] = resource<[id: string, type: WidgetType]>({
  path: '/wp/v2/widget-types',
  single: '/wp/v2/widget-types/:type',
  find: findType,
  show: showType,
  list: { args: contextArg, permit: mayManageWidgets, rows: () => [...widgetTypes] },
  read: {
    permit: (call) => {
      mayManageWidgets(call)
      findType(call)
    },
  },
})

function findType({ params }: Call): [id: string, type: WidgetType] {
  const id = String(params.type)
  return [id, found(widgetTypes.get(id), 'rest_widget_type_invalid', 'Invalid widget type.')]
}

function showType(call: Call, [id, { name, description, classname }]: [string, WidgetType]): object {
  return {
    id,
    name,
    description,
    is_multi: true,
    classname,
    _links: linksTo(call, { collection: '/wp/v2/widget-types', self: `/wp/v2/widget-types/${id}` }),
  }
}
