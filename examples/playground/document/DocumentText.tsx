import { useMemo } from 'react'
import { readableHtml } from './readableHtml'

/** A document to read: its title, and its text as readers of the site see it, without what runs there. */
export function DocumentText({ title, html }: { title: string; html: string }) {
  const text = useMemo(() => readableHtml(html), [html])
  return (
    <>
      <h2 className="title">{title || 'No title'}</h2>
      <div className="reading">{text}</div>
    </>
  )
}
