import { CopydeskDevtoolsPanel } from 'copydesk/devtools'
import './hood.css'

/** What the store does underneath, as any application can see it in its own page. */
export function HoodPanel() {
  return <CopydeskDevtoolsPanel className="hood" />
}
