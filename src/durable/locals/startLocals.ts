import { saveDirtyEntityRecords } from '../../batch/saveDirtyEntityRecords'
import { EntityStoreError } from '../../core/errors'
import { isLocalId } from '../../core/localId'
import { eachAction, type DraftServices, type StoreAction } from '../../core/thunk'
import { rekeyName } from '../../store/localIds'
import type { Capability, DurableContext } from '../capability'
import { loadAhead } from '../loadAhead'
import { makeDraft } from './createEntityRecord'

/** What is needed once a record has a local id. */
interface LoadedLocals {
  readonly gate: typeof import('./localGate')
  readonly answers: typeof import('./answeredDrafts')
  readonly plan: typeof import('./planSaves')
}

/** Replaces local ids once the server has given others, and lets none leave. Loaded ahead, or with the first of them. */
export function startLocals(context: DurableContext): Capability {
  const { store, services, connection, files } = context
  let loaded: LoadedLocals | undefined
  const load = loadAhead(connection, async () => {
    const [gate, answers, plan, { rekey }] = await Promise.all([
      import('./localGate'),
      import('./answeredDrafts'),
      import('./planSaves'),
      import('./rekey'),
    ])
    services.companions.set(rekeyName, rekey)
    return (loaded = { gate, answers, plan })
  })
  const hasLocalIds = () => store.getState().entities.aliases !== undefined

  void connection
    .then(async (opened) => {
      const kept = await opened?.transaction(['files'], 'read', (transaction) => transaction.rows('files'))
      if (kept && kept.length > 0) await files.sweep()
    })
    // It is done with the next start.
    .catch(() => undefined)
  const drafts: DraftServices = {
    draftFile: (file, fields, fileName) =>
      store.dispatch(
        makeDraft('postType', 'attachment', (id) => ({
          ...fields,
          source_url: files.add(id, file, fileName),
          mime_type: file.type,
          media_type: file.type.startsWith('image/') ? 'image' : 'file',
        })),
      ),
    planSaves: async (records) =>
      hasLocalIds() ? (await load()).plan.planSaves(store.getState(), records) : undefined,
    saveWithReferences: async (record, options) => {
      if (!hasLocalIds()) return undefined
      const referred = (await load()).plan.draftsReferredTo(store.getState(), record)
      if (referred.length === 0) return undefined
      const only = [...referred, record]
      const { status, error } = await store.dispatch(saveDirtyEntityRecords({ ...options, only }))
      return status === 'failed' || status === 'conflict' ? { status: 'failed', error } : { status }
    },
  }

  return {
    drafts,
    prepare: (action: StoreAction) => {
      if (!loaded && eachAction(action).some(({ type }) => type.startsWith('locals/')))
        load().catch(() => undefined)
      return loaded ? loaded.answers.replaceAnswered(store, files, action) : action
    },
    gate: async (intent, send) => {
      // Without any there is nothing to look for.
      if (!hasLocalIds() && !isLocalId(intent.key)) return send()
      const { gate } = await load().catch((cause: unknown) => {
        throw new EntityStoreError(
          'local_reference',
          'What replaces local ids could not be loaded, so nothing was sent. Save again.',
          { cause },
        )
      })
      return gate.passLocalIds(context, intent, send)
    },
  }
}
