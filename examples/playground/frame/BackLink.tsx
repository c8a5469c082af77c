import { useSearch } from 'wouter'

/** On a narrow screen, the way back to the list, as it was narrowed down. */
export function BackLink({ address, label }: { address: string; label: string }) {
  const search = useSearch()
  return (
    <a className="back" href={search === '' ? address : `${address}?${search}`}>
      {label}
    </a>
  )
}
