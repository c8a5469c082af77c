import { lazy, Suspense, type ReactNode } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { DevtoolsArea } from 'copydesk/devtools'
import { DocumentsScreen } from '../document/DocumentsScreen'
import { asPostType, patterns } from '../route'
import { PageSkeleton } from '../ui/Skeleton'
import { NotHere } from './NotHere'
import { ScreenBoundary } from './ScreenBoundary'

const CommentsScreen = lazy(async () => ({
  default: (await import('../comments/CommentsScreen')).CommentsScreen,
}))
const MediaScreen = lazy(async () => ({ default: (await import('../media/MediaScreen')).MediaScreen }))
const MenusScreen = lazy(async () => ({ default: (await import('../menus/MenusScreen')).MenusScreen }))
const PluginsScreen = lazy(async () => ({
  default: (await import('../plugins/PluginsScreen')).PluginsScreen,
}))
const RevisionsScreen = lazy(async () => ({
  default: (await import('../document/revisions/RevisionsScreen')).RevisionsScreen,
}))
const SettingsScreen = lazy(async () => ({
  default: (await import('../settings/SettingsScreen')).SettingsScreen,
}))
const StylesScreen = lazy(async () => ({
  default: (await import('../globalStyles/StylesScreen')).StylesScreen,
}))
const TemplatesScreen = lazy(async () => ({
  default: (await import('../templates/TemplatesScreen')).TemplatesScreen,
}))
const TermsScreen = lazy(async () => ({ default: (await import('../terms/TermsScreen')).TermsScreen }))
const UsersScreen = lazy(async () => ({ default: (await import('../users/UsersScreen')).UsersScreen }))

/** The screen that the address asks for. All but the documents come when they are needed first. */
export function Screens() {
  const [path] = useLocation()
  return (
    <div className="screen">
      <ScreenBoundary path={path}>
        <Suspense fallback={<PageSkeleton />}>
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
                <Numbered id={id}>
                  <DocumentsScreen key={type} type={asPostType(type)} id={id} />
                </Numbered>
              )}
            </Route>
            <Route>
              <NotHere />
            </Route>
          </Switch>
        </Suspense>
      </ScreenBoundary>
    </div>
  )
}

/** A screen for an address with no id, or with one that is a number. */
function Numbered({ id, children }: { id: string | undefined; children: ReactNode }) {
  return id === undefined || /^[1-9]\d*$/.test(id) ? children : <NotHere />
}

/** Some ids have slashes, which the address has encoded. What is no code stays as it is: no record has that id. */
function decoded(id: string | undefined): string | undefined {
  try {
    return id === undefined ? undefined : decodeURIComponent(id)
  } catch {
    return id
  }
}
