import { RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../ui/IconButton'
import type { Preset } from './styleTokens'

interface ColorFieldProps {
  label: string
  palette: readonly Preset[]
  color: string | undefined
  /** Whether it is the site's own choice and not the theme's. */
  isOwn: boolean
  isReadOnly: boolean
  onPreset: (slug: string) => void
  onColor: (color: string) => void
  onReset: () => void
}

/** A colour from the theme's palette, or any other. */
export function ColorField(props: ColorFieldProps) {
  const { label, palette, color, isOwn, isReadOnly, onPreset, onColor, onReset } = props
  const id = useId()
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="field-label">
        {label}
      </span>
      <div className="swatches">
        {palette.map(({ slug, name, value }) => (
          <button
            key={slug}
            type="button"
            className="swatch"
            style={{ background: value }}
            disabled={isReadOnly}
            aria-label={name}
            aria-pressed={value === color}
            title={name}
            onClick={() => onPreset(slug)}
          />
        ))}
        <input
          type="color"
          className="swatch"
          aria-label={`${label}: another colour`}
          title="Another colour"
          disabled={isReadOnly}
          value={hexOf(color)}
          onChange={({ target }) => onColor(target.value)}
        />
        {isOwn && (
          <IconButton
            size="small"
            label={`${label}: as the theme has it`}
            icon={RotateCcw}
            disabled={isReadOnly}
            onClick={onReset}
          />
        )}
      </div>
    </div>
  )
}

/** What an `<input type=color>` takes. */
function hexOf(color: string | undefined): string {
  if (color && /^#[\da-f]{6}$/i.test(color)) return color
  const [, short] = /^#([\da-f]{3})$/i.exec(color ?? '') ?? []
  return short ? `#${[...short].map((digit) => digit + digit).join('')}` : '#000000'
}
