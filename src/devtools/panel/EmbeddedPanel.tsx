import { Panel, type PanelProps } from './Panel'
import { ShadowHost, type ShadowHostProps } from './ShadowHost'

/** The panel as a part of a page. */
export function EmbeddedPanel({ store, recorder, ...look }: PanelProps & Omit<ShadowHostProps, 'children'>) {
  return (
    <ShadowHost {...look}>
      <div className="root">
        <Panel store={store} recorder={recorder} />
      </div>
    </ShadowHost>
  )
}
