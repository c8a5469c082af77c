interface TitleFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  isReadOnly?: boolean
}

export function TitleField({ value, onChange, error, isReadOnly = false }: TitleFieldProps) {
  return (
    <>
      <textarea
        className="title"
        rows={1}
        aria-label="Title"
        placeholder="Title"
        dir="auto"
        value={value}
        readOnly={isReadOnly}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => onChange(target.value.replaceAll('\n', ' '))}
      />
      {error && <p className="error">{error}</p>}
    </>
  )
}
