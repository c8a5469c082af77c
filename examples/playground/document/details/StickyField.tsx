import { Checkbox } from '../../ui/Field'
import { withArticle } from '../../session/roles'
import type { DocumentProps } from '../DocumentView'
import { useDocumentField } from '../useDocumentField'
import { useDocumentRights } from '../useDocumentRights'

/** Whether the post stays on top of the front page. */
export function StickyField({ type, id, role }: DocumentProps) {
  const { value, set } = useDocumentField(type, id, 'sticky')
  const may = useDocumentRights(type, id)
  const canStick = may('sticky')
  return (
    <div>
      <Checkbox
        label="Stick to the top of the blog"
        checked={value ?? false}
        disabled={!canStick}
        onChange={({ target }) => set(target.checked)}
      />
      {!canStick && <p className="hint">As {withArticle(role)} you can’t put it there.</p>}
    </div>
  )
}
