import {
  Blocks,
  BookOpen,
  FileText,
  FolderTree,
  Image,
  LayoutTemplate,
  ListTree,
  MessageSquare,
  Newspaper,
  Palette,
  Plug,
  Settings,
  SquareDashed,
  Tag,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { EntityConfig } from 'copydesk'
import { addresses, asPostType } from '../route'

/** One entry of the sidebar. */
export interface Place {
  label: string
  address: string
  icon: LucideIcon
  /** The capability without which there is nothing to see; null where everybody may look. */
  needs: string | null
}

export interface PlaceGroup {
  label: string
  places: readonly Place[]
}

const icons: Record<string, LucideIcon> = {
  post: Newspaper,
  page: FileText,
  wp_block: Blocks,
  book: BookOpen,
  category: FolderTree,
  post_tag: Tag,
}

/** Types that have a screen of their own, or none. */
const ownScreens = new Set(['attachment', 'nav_menu_item'])

/** The site's post types that are documents. */
function documentTypes(types: readonly EntityConfig[]): readonly EntityConfig[] {
  return types.filter(({ name }) => name === 'wp_block' || !(ownScreens.has(name) || name.startsWith('wp_')))
}

/** Everything this editor has a place for, given the types that the site has. */
export function placesOf(
  postTypes: readonly EntityConfig[],
  taxonomies: readonly EntityConfig[],
): readonly PlaceGroup[] {
  return [
    {
      label: 'Content',
      places: [
        ...documentTypes(postTypes).map(({ name, label }) => ({
          label: label ?? name,
          address: addresses.documents(asPostType(name)),
          icon: icons[name] ?? FileText,
          needs: name === 'wp_block' ? 'edit_posts' : null,
        })),
        { label: 'Media', address: addresses.media(), icon: Image, needs: 'upload_files' },
        { label: 'Comments', address: addresses.comments(), icon: MessageSquare, needs: 'edit_posts' },
      ],
    },
    {
      label: 'Taxonomies',
      places: taxonomies
        .filter(({ name }) => name !== 'nav_menu')
        .map(({ name, label }) => ({
          label: label ?? name,
          address: addresses.terms(name),
          icon: icons[name] ?? Tag,
          needs: name === 'wp_pattern_category' ? 'edit_posts' : null,
        })),
    },
    {
      label: 'Design',
      places: [
        place('Templates', addresses.templates(), LayoutTemplate, 'edit_theme_options'),
        place('Template parts', addresses.templateParts(), SquareDashed, 'edit_theme_options'),
        place('Styles', addresses.styles(), Palette, 'edit_theme_options'),
        place('Menus', addresses.menus(), ListTree, 'edit_theme_options'),
      ],
    },
    {
      label: 'Site',
      places: [
        place('Users', addresses.users(), Users, 'list_users'),
        place('Plugins', addresses.plugins(), Plug, 'activate_plugins'),
        place('Settings', addresses.settings(), Settings, 'manage_options'),
      ],
    },
  ]
}

function place(label: string, address: string, icon: LucideIcon, needs: string): Place {
  return { label, address, icon, needs }
}
