import { describe, expect, inject, it } from 'vitest'
import {
  actionsNames,
  devtoolsNames,
  durableNames,
  durableReactNames,
  mainNames,
  reactNames,
  syncNames,
  testingNames,
} from './publicNames'
import { type ModuleForm, runIn, take } from './runIn'

const withReact = inject('projectWithReact')
const withReact18 = inject('projectWithReact18')
const withoutReact = inject('projectWithoutReact')
const forms: { form: ModuleForm }[] = [{ form: 'esm' }, { form: 'cjs' }]

const asked = new Map<string, readonly string[]>()

/** The names that an entry exports, in a process of its own that has loaded nothing else. */
function namesOf(entry: string, form: ModuleForm, project: string): readonly string[] {
  const question = `${entry} ${form} ${project}`
  const known = asked.get(question)
  if (known) return known
  const load = form === 'esm' ? `import * as all from '${entry}'` : `const all = require('${entry}')`
  const names = runIn(project, form, `${load}\nconsole.log(JSON.stringify(Object.keys(all)))`) as string[]
  asked.set(question, names)
  return names
}

function missing(wanted: readonly string[], there: readonly string[]): string[] {
  return wanted.filter((name) => !there.includes(name))
}

const readOneUser = `
const fetcher = async () => ({ status: 200, headers: { get: () => null }, data: { id: 1, name: 'Ada' } })
const store = createEntityStore({ fetcher, devTools: false })
`

describe.each(forms)('the packed package as $form', ({ form }) => {
  it('exports every public name of copydesk', () => {
    expect(missing(mainNames, namesOf('copydesk', form, withReact))).toEqual([])
  })

  it('exports every public name of copydesk/actions, and the same under the old names of copydesk', () => {
    expect(missing([...actionsNames, 'addresses'], namesOf('copydesk/actions', form, withoutReact))).toEqual(
      [],
    )
    expect(missing([...actionsNames, 'stale'], namesOf('copydesk', form, withoutReact))).toEqual([])
  })

  it('exports every public name of copydesk/react', () => {
    expect(missing(reactNames, namesOf('copydesk/react', form, withReact))).toEqual([])
  })

  it('exports every public name of copydesk/testing', () => {
    expect(missing(testingNames, namesOf('copydesk/testing', form, withReact))).toEqual([])
  })

  it('exports every public name of copydesk/sync, where none of its libraries is there', () => {
    expect(missing(syncNames, namesOf('copydesk/sync', form, withReact))).toEqual([])
  })

  it('exports every public name of copydesk/durable, where none of its libraries is there', () => {
    expect(missing(durableNames, namesOf('copydesk/durable', form, withoutReact))).toEqual([])
    expect(missing(durableReactNames, namesOf('copydesk/durable/react', form, withReact))).toEqual([])
  })

  it('exports every public name of copydesk/devtools', () => {
    expect(missing(devtoolsNames, namesOf('copydesk/devtools', form, withReact))).toEqual([])
  })

  it('exports nothing by default', () => {
    const entries = ['', '/react', '/actions', '/testing', '/sync', '/durable', '/durable/react', '/devtools']
    const names = entries.flatMap((entry) => namesOf(`copydesk${entry}`, form, withReact))
    expect(names).not.toContain('default')
  })

  it.each(['copydesk', 'copydesk/testing'])('loads %s where there is no React and no msw', (entry) => {
    expect(namesOf(entry, form, withoutReact)).not.toEqual([])
  })

  it('can not load copydesk/react where there is no React', () => {
    expect(() => namesOf('copydesk/react', form, withoutReact)).toThrow(/Cannot find/)
  })

  it('reads a record without React', () => {
    const names = ['createEntityStore', 'fetchEntityRecord', 'selectEntityRecord']
    const program = `${take(names, 'copydesk', form)}
${readOneUser}
store.dispatch(fetchEntityRecord('root', 'user', 1)).then(() => {
  console.log(JSON.stringify(selectEntityRecord(store.getState(), 'root', 'user', 1)))
})`
    expect(runIn(withoutReact, form, program)).toMatchObject({ id: 1, name: 'Ada' })
  })

  it.each([
    { react: 'the newest React', project: withReact },
    { react: 'the oldest React promised', project: withReact18 },
  ])('shows in copydesk/react what a store of copydesk holds, with $react', ({ project }) => {
    const program = `${take(['createEntityStore', 'fetchEntityRecord'], 'copydesk', form)}
${take(['EntityStoreProvider', 'useEntityRecord'], 'copydesk/react', form)}
${take(['createElement', 'version'], 'react', form)}
${take(['renderToString'], 'react-dom/server', form)}
${readOneUser}
const Name = () => createElement('b', null, useEntityRecord('root', 'user', 1).record?.name)
store.dispatch(fetchEntityRecord('root', 'user', 1)).then(() => {
  const shown = renderToString(createElement(EntityStoreProvider, { store }, createElement(Name)))
  console.log(JSON.stringify([shown, version.split('.')[0]]))
})`
    expect(runIn(project, form, program)).toEqual(['<b>Ada</b>', project === withReact ? '19' : '18'])
  })
})
