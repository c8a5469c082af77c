import { linkTo, type PostType } from '../route'

const tabs: { type: PostType; label: string }[] = [
  { type: 'post', label: 'Posts' },
  { type: 'page', label: 'Pages' },
]

/** Posts or pages. */
export function TypeTabs({ type: current }: { type: PostType }) {
  return (
    <div className="tabs">
      {tabs.map(({ type, label }) => (
        <a key={type} href={linkTo(type)} aria-current={type === current ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </div>
  )
}
