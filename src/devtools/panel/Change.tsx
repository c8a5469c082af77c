/** A field, from what it was to what it is. */
export function Change({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  return (
    <span className="change hint">
      {field}: <del>{short(from)}</del> → <ins>{short(to)}</ins>
    </span>
  )
}

/** A value in a few words. The end of a long text is where one types. */
export function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 40 ? `…${text.slice(-40)}` : text || '“”'
}
