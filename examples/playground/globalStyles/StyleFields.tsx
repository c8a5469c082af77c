import { useFormRecord } from '../form/formContext'
import { useField } from '../form/useField'
import { Select, TextField } from '../ui/Field'
import { ColorField } from './ColorField'
import { presetName, presetsOf, resolved, valueAt, withValueAt, type Tree } from './styleTokens'

/** What of the looks can be changed here, and where it stands in theme.json. */
const colors = [
  { label: 'Background', path: ['color', 'background'] },
  { label: 'Text', path: ['color', 'text'] },
  { label: 'Links', path: ['elements', 'link', 'color', 'text'] },
  { label: 'Headings', path: ['elements', 'heading', 'color', 'text'] },
] as const

const typography = [
  {
    label: 'Typeface',
    path: ['typography', 'fontFamily'],
    group: 'font-family',
    list: ['typography', 'fontFamilies'],
    field: 'fontFamily',
  },
  {
    label: 'Size',
    path: ['typography', 'fontSize'],
    group: 'font-size',
    list: ['typography', 'fontSizes'],
    field: 'size',
  },
] as const

/** Colours and type, each of which undo takes back, above how they look. */
export function StyleFields({ base }: { base: { settings?: unknown; styles?: unknown } }) {
  const { isReadOnly } = useFormRecord()
  const { value: styles, set } = useField<Tree>('styles')
  const palette = presetsOf(base.settings, ['color', 'palette'], 'color')
  const change = (path: readonly string[], value: string | undefined) => set(withValueAt(styles, path, value))
  const shown = (path: readonly string[]) => valueAt(styles, path) ?? valueAt(base.styles, path)
  const colorAt = (path: readonly string[]) => resolved(shown(path), 'color', palette)
  const typeAt = (place: (typeof typography)[number]) =>
    resolved(shown(place.path), place.group, presetsOf(base.settings, place.list, place.field))
  const lineHeight = shown(['typography', 'lineHeight'])

  return (
    <>
      <section className="form-section" aria-labelledby="colors">
        <h3 id="colors">Colours</h3>
        <div className="columns wide-columns">
          {colors.map(({ label, path }) => (
            <ColorField
              key={label}
              label={label}
              palette={palette}
              isReadOnly={isReadOnly}
              isOwn={valueAt(styles, path) !== undefined}
              color={colorAt(path)}
              onPreset={(slug) => change(path, presetName('color', slug))}
              onColor={(color) => change(path, color)}
              onReset={() => change(path, undefined)}
            />
          ))}
        </div>
      </section>
      <section className="form-section" aria-labelledby="typography">
        <h3 id="typography">Type</h3>
        <div className="columns">
          {typography.map((place) => {
            const own = valueAt(styles, place.path)
            const presets = presetsOf(base.settings, place.list, place.field)
            return (
              <Select
                key={place.label}
                label={place.label}
                disabled={isReadOnly}
                value={typeof own === 'string' ? own : ''}
                onChange={({ target }) => change(place.path, target.value === '' ? undefined : target.value)}
              >
                <option value="">As the theme has it</option>
                {presets.map(({ slug, name }) => (
                  <option key={slug} value={presetName(place.group, slug)}>
                    {name}
                  </option>
                ))}
                {typeof own === 'string' && !own.startsWith('var:preset|') && <option>{own}</option>}
              </Select>
            )
          })}
          <TextField
            label="Line height"
            type="number"
            step={0.05}
            min={1}
            max={3}
            readOnly={isReadOnly}
            value={typeof lineHeight === 'string' || typeof lineHeight === 'number' ? String(lineHeight) : ''}
            onChange={({ target }) => change(['typography', 'lineHeight'], target.value || undefined)}
          />
        </div>
      </section>
      <section
        className="style-preview"
        aria-label="Preview"
        style={{
          background: colorAt(['color', 'background']),
          color: colorAt(['color', 'text']),
          fontFamily: typeAt(typography[0]),
          fontSize: typeAt(typography[1]),
          lineHeight: String(lineHeight ?? 1.5),
        }}
      >
        <h3 style={{ color: colorAt(['elements', 'heading', 'color', 'text']) }}>Fog on Low Quay</h3>
        <p>
          The ferry left twenty minutes late, and nobody minded.{' '}
          <span className="preview-link" style={{ color: colorAt(['elements', 'link', 'color', 'text']) }}>
            All sailings
          </span>
        </p>
      </section>
    </>
  )
}
