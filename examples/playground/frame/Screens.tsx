import { useEffect, useRef, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { DevtoolsArea } from 'copydesk/devtools'
import { isLocalId } from 'copydesk/durable'
import { DocumentsScreen } from '../document/DocumentsScreen'
import { CommentsScreen } from '../comments/CommentsScreen'
import { RevisionsScreen } from '../document/revisions/RevisionsScreen'
import { StylesScreen } from '../globalStyles/StylesScreen'
import { MediaScreen } from '../media/MediaScreen'
import { MenusScreen } from '../menus/MenusScreen'
import { PluginsScreen } from '../plugins/PluginsScreen'
import { SettingsScreen } from '../settings/SettingsScreen'
import { TemplatesScreen } from '../templates/TemplatesScreen'
import { TermsScreen } from '../terms/TermsScreen'
import { UsersScreen } from '../users/UsersScreen'
import { asPostType, patterns } from '../route'
import { NotHere } from './NotHere'
import { ScreenBoundary } from './ScreenBoundary'

/** The screen that the address asks for. All are in the page's one bundle: each file of its own would be a request. */
export function Screens() {
  const [path] = useLocation()
  const shown = useRef(path)
  // What led here may have gone with the screen it was on: the focus goes on where the new one begins.
  useEffect(() => {
    const isOther = shown.current !== path
    shown.current = path
    if (isOther && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  }, [path])
  return (
    <ScreenBoundary path={path}>
      <Switch>
        <Route path="/">
          <Redirect to="/post" replace />
        </Route>
        <Route path={patterns.media}>
          {({ id }) => (
            <Numbered id={id}>
              <DevtoolsArea name="Media">
                <MediaScreen id={id} />
              </DevtoolsArea>
            </Numbered>
          )}
        </Route>
        <Route path={patterns.terms}>
          {({ taxonomy, id }) => (
            <Numbered id={id}>
              <TermsScreen key={taxonomy} taxonomy={taxonomy} id={id} />
            </Numbered>
          )}
        </Route>
        <Route path={patterns.users}>
          {({ id }) => (
            <Numbered id={id}>
              <UsersScreen id={id} />
            </Numbered>
          )}
        </Route>
        <Route path={patterns.comments}>
          {({ id }) => (
            <Numbered id={id}>
              <CommentsScreen id={id} />
            </Numbered>
          )}
        </Route>
        <Route path={patterns.templates}>
          {({ id }) => <TemplatesScreen type="wp_template" id={decoded(id)} />}
        </Route>
        <Route path={patterns.templateParts}>
          {({ id }) => <TemplatesScreen type="wp_template_part" id={decoded(id)} />}
        </Route>
        <Route path={patterns.styles}>{() => <StylesScreen />}</Route>
        <Route path={patterns.menus}>
          {({ id }) => (
            <Numbered id={id}>
              <MenusScreen id={id} />
            </Numbered>
          )}
        </Route>
        <Route path={patterns.settings}>{() => <SettingsScreen />}</Route>
        <Route path={patterns.plugins}>{() => <PluginsScreen />}</Route>
        <Route path={patterns.revisions}>
          {({ type, id }) => (
            <Numbered id={id}>
              <RevisionsScreen key={`${type}/${id}`} type={asPostType(type)} id={Number(id)} />
            </Numbered>
          )}
        </Route>
        <Route path={patterns.newDocument}>
          {({ type }) => <DocumentsScreen key={type} type={asPostType(type)} id="new" />}
        </Route>
        <Route path={patterns.documents}>
          {({ type, id }) => (
            <Numbered id={id} isLocalTaken>
              <DocumentsScreen key={type} type={asPostType(type)} id={id} />
            </Numbered>
          )}
        </Route>
        <Route>
          <NotHere />
        </Route>
      </Switch>
    </ScreenBoundary>
  )
}

interface NumberedProps {
  id: string | undefined
  /** Whether there is a screen for what the site does not know yet. */
  isLocalTaken?: boolean
  children: ReactNode
}

/** A screen for an address with no id, or with one that is a number. */
function Numbered({ id, isLocalTaken = false, children }: NumberedProps) {
  if (id === undefined || /^[1-9]\d*$/.test(id)) return children
  return isLocalTaken && isLocalId(Number(id)) ? children : <NotHere />
}

/** Some ids have slashes, which the address has encoded. What is no code stays as it is: no record has that id. */
function decoded(id: string | undefined): string | undefined {
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return id
  }
}
