import { useEntityRecords } from 'copydesk/react'
import { FileText, Newspaper } from 'lucide-react'
import { useDebounced } from '../list/useDebounced'
import { plainText } from '../plainText'
import { goTo, type PostType } from '../route'
import { useMay } from '../session/SessionContext'
import type { Command } from './commands'

interface FoundDocument {
  id: number
  title: { rendered: string }
}

/** The posts and pages that are called what was typed, drafts included for those who write. */
export function useFoundDocuments(text: string): { found: readonly Command[]; isSearching: boolean } {
  const search = useDebounced(text.trim(), 200)
  const posts = useFound('post', search)
  const pages = useFound('page', search)
  return {
    found: search === '' ? [] : [...posts.found, ...pages.found],
    isSearching: text.trim() !== '' && (search !== text.trim() || posts.isSearching || pages.isSearching),
  }
}

function useFound(type: PostType, search: string): { found: readonly Command[]; isSearching: boolean } {
  const mayWrite = useMay(type === 'post' ? 'edit_posts' : 'edit_pages')
  const { records, isFetching } = useEntityRecords(
    'postType',
    type,
    {
      context: 'view',
      search,
      per_page: 6,
      _fields: 'id,title',
      search_columns: 'post_title',
      ...(mayWrite && { status: 'any' }),
    },
    { enabled: search !== '', keepPreviousData: true },
  )
  const found = (records ?? []) as readonly FoundDocument[]
  return {
    isSearching: isFetching,
    found: found.map(({ id, title }) => ({
      key: `${type}/${id}`,
      label: plainText(title.rendered) || 'No title',
      sort: type === 'post' ? 'Post' : 'Page',
      icon: type === 'post' ? Newspaper : FileText,
      run: () => goTo(type, id),
    })),
  }
}
