import { act, renderHook } from '@testing-library/react'
import { RegistryProvider } from '@wordpress/data'
import type { CoreStoreOptions } from 'copydesk/wordpress-data'
import type { ReactNode } from 'react'
import type { Rule } from '../../support/fakeServer'
import { quiet, registryOf } from '../registryOf'

/** A registry at a fake site, and what renders below it. */
export function pageOf(rule?: Rule, options?: Omit<CoreStoreOptions, 'fetcher'>) {
  const site = registryOf(rule, options)
  const wrapper = ({ children }: { readonly children?: ReactNode }) => (
    <RegistryProvider value={site.registry}>{children}</RegistryProvider>
  )
  return {
    ...site,
    wrapper,
    /** What a hook gives, as it changes. */
    render: <Result, Props>(hook: (props: Props) => Result, initialProps?: Props) =>
      renderHook(hook, { wrapper, initialProps: initialProps as Props }).result,
  }
}

/** Lets what was asked be answered and shown. */
export async function answered(): Promise<void> {
  await act(quiet)
}
