import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { AskedBy } from '../hood/AskedBy'
import { DocumentsScreen } from '../document/DocumentsScreen'
import { asPostType, patterns } from '../route'
import { PageSkeleton } from '../ui/Skeleton'
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
                <AskedBy name="Media">
                  <MediaScreen id={known(id)} />
                </AskedBy>
              )}
            </Route>
            <Route path={patterns.terms}>
              {({ taxonomy, id }) => <TermsScreen key={taxonomy} taxonomy={taxonomy} id={known(id)} />}
            </Route>
            <Route path={patterns.users}>{({ id }) => <UsersScreen id={known(id)} />}</Route>
            <Route path={patterns.comments}>{({ id }) => <CommentsScreen id={known(id)} />}</Route>
            <Route path={patterns.templates}>
              {({ id }) => <TemplatesScreen type="wp_template" id={known(id)} />}
            </Route>
            <Route path={patterns.templateParts}>
              {({ id }) => <TemplatesScreen type="wp_template_part" id={known(id)} />}
            </Route>
            <Route path={patterns.styles}>{() => <StylesScreen />}</Route>
            <Route path={patterns.menus}>{({ id }) => <MenusScreen id={known(id)} />}</Route>
            <Route path={patterns.settings}>{() => <SettingsScreen />}</Route>
            <Route path={patterns.plugins}>{() => <PluginsScreen />}</Route>
            <Route path={patterns.revisions}>
              {({ type, id }) => (
                <RevisionsScreen key={`${type}/${id}`} type={asPostType(type)} id={Number(id)} />
              )}
            </Route>
            <Route path={patterns.documents}>
              {({ type, id }) => <DocumentsScreen key={type} type={asPostType(type)} id={known(id)} />}
            </Route>
          </Switch>
        </Suspense>
      </ScreenBoundary>
    </div>
  )
}

/** Some ids have slashes, which the address has encoded. */
function known(id: string | undefined): string | undefined {
  return id === undefined ? undefined : decodeURIComponent(id)
}
