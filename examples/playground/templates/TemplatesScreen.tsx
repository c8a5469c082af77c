import { LayoutTemplate } from 'lucide-react'
import { NeedsCapability } from '../frame/NeedsCapability'
import { Split } from '../frame/Split'
import type { ListDescription } from '../list/listDescription'
import { RecordList } from '../list/RecordList'
import { plainText } from '../plainText'
import { addresses } from '../route'
import { Badge } from '../ui/Badge'
import { EmptyState } from '../ui/EmptyState'
import { TemplateForm } from './TemplateForm'

export type TemplateType = 'wp_template' | 'wp_template_part'

interface TemplateRow {
  id: string
  title: { rendered: string }
  slug: string
  source: string
}

function listOf(name: TemplateType, many: string): ListDescription<TemplateRow> {
  return {
    kind: 'postType',
    name,
    many,
    query: { context: 'edit', _fields: 'id,title,slug,source', per_page: -1 },
    orders: [],
    filters: [],
    // The server neither searches nor pages them.
    isPaged: false,
    describe: ({ id, title, slug, source }) => ({
      key: id,
      title: plainText(title.rendered) || slug,
      address: name === 'wp_template' ? addresses.templates(id) : addresses.templateParts(id),
      facts: (
        <>
          <Badge tone={source === 'custom' ? 'accent' : undefined}>
            {source === 'custom' ? 'Changed here' : 'From the theme'}
          </Badge>
          <span>{slug}</span>
        </>
      ),
    }),
  }
}

const lists = {
  wp_template: { title: 'Templates', list: listOf('wp_template', 'templates') },
  wp_template_part: { title: 'Template parts', list: listOf('wp_template_part', 'template parts') },
}

/** Templates, or their parts, beside the one that is open. */
export function TemplatesScreen({ type, id }: { type: TemplateType; id: string | undefined }) {
  const { title, list } = lists[type]
  return (
    <NeedsCapability capability="edit_theme_options" what={`the ${title.toLowerCase()}`}>
      <Split
        label={title}
        list={<RecordList key={type} title={title} list={list} openKey={id} />}
        detail={id !== undefined && <TemplateForm key={id} type={type} id={id} title={title} />}
        empty={
          <EmptyState
            icon={LayoutTemplate}
            title={`No ${title === 'Templates' ? 'template' : 'template part'} selected`}
          >
            <p>Select one to edit its blocks, or to revert it to the theme’s.</p>
          </EmptyState>
        }
      />
    </NeedsCapability>
  )
}
