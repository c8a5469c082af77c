import type { Cell, Cells } from '../core/cells'
import { isEqual } from '../core/isEqual'
import { own } from '../core/plain'
import { none } from '../edits/cells'
import { splitPath, type FieldPath } from '../edits/fieldPath'
import type { EditedView } from '../edits/selectors'
import { fieldKind, isMerging, type FieldKind } from './conflicts/fieldKinds'

/** How a field of an edited record is merged. */
export function kindAt({ config, received }: EditedView, path: FieldPath, value: unknown): FieldKind {
  return fieldKind(config, received?.record, splitPath(path)[0], value)
}

/**
 * Whether what another page says of a field is neither edited nor sent here. What can be merged is in conflict with nothing,
 * and what this page makes of it has not seen it.
 * @param more - What is known besides.
 */
export function isSaidElsewhere(
  view: EditedView,
  path: FieldPath,
  { value }: Cell,
  more: Cells = none,
): boolean {
  const { fields = none, log = [] } = view.row ?? {}
  const known = [more, fields, ...log.map((one) => one.fields)]
  return !known.some((one) => isEqual(value, own(one, path)?.value)) && !isMerging(kindAt(view, path, value))
}
