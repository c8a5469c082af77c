import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isEqual } from '../../core/isEqual'
import type { EntityId } from '../../core/keys'
import { own } from '../../core/plain'
import { useEntitySelector } from '../../react/hooks/useEntitySelector'
import { useEntityStore } from '../../react/provider/EntityStoreProvider'
import type { SaveConflict } from '../../saving/writes'
import type { ConflictChoice, ConflictChoices } from '../conflicts/applyChoices'
import { fetchConflictAuthor, type ConflictAuthor } from '../conflicts/fetchConflictAuthor'
import { resolveConflict } from '../conflicts/resolveConflict'
import { selectSaveConflict } from '../conflicts/selectors'

/** Options of {@link useSaveConflict}. */
export interface UseSaveConflictOptions {
  /** Whether to read from the revisions who wrote the other version. One request for each conflict. Default `false`. */
  readonly author?: boolean
}

/** What {@link useSaveConflict} gives. */
export interface UseSaveConflictResult {
  /** The conflict of the last save. `undefined` if there was none. */
  readonly conflict: SaveConflict | undefined
  /** Whether there is a conflict. */
  readonly isConflict: boolean
  /**
   * Who wrote the other version: `id`, `name` and `at`. `undefined` without the option, and if the revisions do not
   * tell, as for a record in the trash.
   */
  readonly author: ConflictAuthor | undefined
  /** The choices made so far, by field. A field that others change again is not in it any more. */
  readonly choices: ConflictChoices
  /** Notes the choice for a field: `'mine'`, `'theirs'` or `{ value }`. Nothing changes before `resolve`. */
  readonly choose: (field: string, choice: ConflictChoice) => void
  /** Whether every field of the conflict has a choice. */
  readonly isChosen: boolean
  /**
   * Resolves the fields in `choices`, or those that you pass, as in `resolve({ title: 'mine' })`. The next save sends
   * the choice. A save in the queue goes on.
   */
  readonly resolve: (choices?: ConflictChoices) => void
}

type Sides = SaveConflict['fields'][string]

/** Choices with what they were made from. */
interface Noted {
  readonly record: string
  readonly fields: { readonly [field: string]: { readonly sides: Sides; readonly choice: ConflictChoice } }
}

/**
 * The conflict that stopped the last save of a record, and a way to choose field by field.
 * @example
 * const { conflict, choices, choose, isChosen, resolve } = useSaveConflict('postType', 'post', 1)
 * if (conflict) resolve({ title: 'mine' })
 */
export function useSaveConflict(
  kind: string,
  name: string,
  id?: EntityId,
  { author: isAuthorWanted = false }: UseSaveConflictOptions = {},
): UseSaveConflictResult {
  const { dispatch, getState } = useEntityStore()
  const conflict = useEntitySelector((state) => selectSaveConflict(state, kind, name, id))
  const record = `${kind}/${name}/${String(id)}`
  const [noted, setNoted] = useState<Noted>({ record, fields: {} })
  const choices = useMemo(
    () => (noted.record === record ? choicesIn(noted, conflict) : {}),
    [noted, conflict, record],
  )
  const latest = useRef(choices)
  useEffect(() => {
    latest.current = choices
  }, [choices])

  const choose = useCallback(
    (field: string, choice: ConflictChoice) => {
      const sides = own(selectSaveConflict(getState(), kind, name, id)?.fields, field)
      if (sides === undefined) return
      setNoted((before) => ({
        record,
        fields: { ...(before.record === record && before.fields), [field]: { sides, choice } },
      }))
    },
    [getState, kind, name, id, record],
  )
  const resolve = useCallback(
    (chosen: ConflictChoices = latest.current) => dispatch(resolveConflict(kind, name, id, chosen)),
    [dispatch, kind, name, id],
  )

  // Revisions do not tell who has deleted a record, or put it in the trash.
  const isWritten = conflict?.reason === 'changed' || conflict?.reason === 'overtaken'
  const question = isAuthorWanted && isWritten ? `${record} ${String(conflict.modified)}` : undefined
  const [found, setFound] = useState<{ readonly question: string; readonly author?: ConflictAuthor }>()
  useEffect(() => {
    if (question === undefined) return undefined
    let isCurrent = true
    void dispatch(fetchConflictAuthor(kind, name, id)).then((author) => {
      if (isCurrent) setFound({ question, ...(author && { author }) })
    })
    return () => {
      isCurrent = false
    }
  }, [dispatch, kind, name, id, question])

  return {
    conflict,
    isConflict: conflict !== undefined,
    author: found && found.question === question ? found.author : undefined,
    choices,
    choose,
    isChosen: conflict !== undefined && Object.keys(choices).length === Object.keys(conflict.fields).length,
    resolve,
  }
}

/** The choices that were made from what the conflict still says. */
function choicesIn({ fields }: Noted, conflict: SaveConflict | undefined): ConflictChoices {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field, { sides }]) => isEqual(own(conflict?.fields, field), sides))
      .map(([field, { choice }]) => [field, choice]),
  )
}
