import { join } from 'node:path'
import { act, fireEvent, render } from '@testing-library/react'
import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import type { Store } from 'redux'
import type { EntityStore } from 'copydesk'
import { EntityStoreProvider } from 'copydesk/react'
import { durabilityOf } from 'copydesk/durable'
import { settle } from './fakeServer'
import { type Example, writeExample } from './markdown'
import { runCollected, unmountRoots } from './blockImports'

type Module = Record<string, unknown>

/** What a block of code did when it ran. */
export interface BlockRun {
  /** What was on screen at the end, of all components. */
  readonly shown: string
  readonly errors: readonly unknown[]
}

/** What functions and components of blocks are given, by the names of their parameters and properties. */
export interface BlockValues {
  readonly store: EntityStore
  readonly redux: Store
  readonly [name: string]: unknown
}

const imports = join(process.cwd(), 'test/support/blockImports.ts')

/**
 * Runs a block of code as its reader would: loads it, renders each of its components, types into what can be typed into,
 * presses what can be pressed, and calls each of its functions.
 *
 * @param file - Where `writeBlock` has written it.
 * @param values - What parameters and properties are given, by their names.
 */
export async function runBlock(file: string, values: BlockValues): Promise<BlockRun> {
  const errors: unknown[] = []
  const onError = ({ error, reason }: ErrorEvent & PromiseRejectionEvent) => void errors.push(error ?? reason)
  const onRejection = (reason: unknown) => void errors.push(reason)
  window.addEventListener('error', onError as EventListener)
  process.on('unhandledRejection', onRejection)
  document.body.innerHTML = '<div id="root"></div>'
  let shown = ''
  let module: Module = {}
  try {
    await act(async () => {
      module = (await import(/* @vite-ignore */ file)) as Module
      await settle()
    })
    await runCollected()
    shown += await use(document.body)
    for (const [name, part] of Object.entries(module.partsOfBlock as Module)) {
      if (/^use[A-Z]/.test(name)) continue
      if (/^[A-Z]/.test(name)) shown += await show(part as ComponentType<object>, values, errors)
      else await call(part as (...given: unknown[]) => unknown, values)
    }
  } catch (error) {
    errors.push(error)
  } finally {
    await act(() => {
      unmountRoots()
      return settle()
    })
    window.removeEventListener('error', onError as EventListener)
    process.off('unhandledRejection', onRejection)
    for (const made of Object.values(module).filter(isEntityStore)) await durabilityOf(made)?.close()
  }
  return { shown, errors }
}

function isEntityStore(made: unknown): made is EntityStore {
  return made instanceof Object && 'dispatch' in made && 'defaults' in made
}

/** Writes a block as a module that also gives the functions that it keeps to itself; gives its path. */
export function writeBlock(folder: string, block: Example): string {
  const names = [...block.code.matchAll(/^(?:export )?(?:default )?(?:async )?function (\w+)/gm)]
    .concat([...block.code.matchAll(/^(?:export )?const (\w+) = (?:async )?\([^]*?\) =>/gm)])
    .map(([, name = '']) => name)
  const code = block.code.replace(/from '(?:vitest|react-dom\/client)'/, `from '${imports}'`)
  const parts = `export const partsOfBlock = { ${names.join(', ')} }\n`
  return writeExample(folder, { ...block, code: `${code}\n${parts}` })
}

/** Catches what a component throws while it renders. */
class Boundary extends Component<{ errors: unknown[]; children: ReactNode }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch(error: unknown) {
    this.props.errors.push(error)
  }
  override render() {
    return !this.state.hasFailed && this.props.children
  }
}

async function show(Part: ComponentType<object>, values: BlockValues, errors: unknown[]) {
  const { container, unmount } = render(
    <Provider store={values.redux}>
      <EntityStoreProvider store={values.store}>
        <Boundary errors={errors}>
          <Suspense fallback="Waiting…">
            <Part {...values} />
          </Suspense>
        </Boundary>
      </EntityStoreProvider>
    </Provider>,
  )
  await act(settle)
  const shown = await use(container)
  unmount()
  return shown
}

/** What is typed into fields of these names. */
const typed: Readonly<Record<string, string>> = { site: 'https://example.org', username: 'editor' }

/** Types into each field and presses each button; gives what was on screen before and after. */
async function use(container: HTMLElement): Promise<string> {
  await act(settle)
  let shown = container.textContent ?? ''
  const step = (run: () => unknown) =>
    act(async () => {
      run()
      await settle()
    })
  for (const field of container.querySelectorAll<HTMLInputElement>('input, textarea')) {
    const value = typed[field.name] ?? (field.type === 'number' ? '7' : 'typed')
    if (field.type !== 'file') await step(() => fireEvent.change(field, { target: { value } }))
  }
  const pressed = new Set<string>()
  for (;;) {
    const button = [...container.querySelectorAll('button')].find(
      (one) => !one.disabled && !pressed.has(one.textContent ?? ''),
    )
    if (!button) break
    pressed.add(button.textContent ?? '')
    const isSubmit = button.form !== null && button.type === 'submit'
    await step(() => (isSubmit ? fireEvent.submit(button.form) : fireEvent.click(button)))
    shown += container.textContent ?? ''
  }
  return shown
}

/** Calls a function with what its parameters are named after. */
async function call(run: (...given: unknown[]) => unknown, values: BlockValues): Promise<void> {
  const [, list = ''] = /^(?:async )?(?:function \w+)?\(?([^)=]*)/.exec(run.toString()) ?? []
  const names = list.split(',').flatMap((name) => name.replace(/[{}]/g, '').trim() || [])
  const unknown = names.filter((name) => !Object.hasOwn(values, name))
  if (unknown.length > 0) throw new Error(`What to give for ${unknown.join(', ')} of ${run.name}?`)
  const isOfProperties = /^[^(]*\(\s*\{/.test(run.toString())
  await run(...(isOfProperties ? [values] : names.map((name) => values[name])))
}
