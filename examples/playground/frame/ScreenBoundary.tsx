import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/ErrorState'

interface ScreenBoundaryProps {
  /** Where the page is: elsewhere, it is tried anew. */
  path: string
  children: ReactNode
}

interface ScreenBoundaryState {
  path: string
  failure: { error: unknown } | null
}

/** In place of a screen that can not be shown, such as one with an address that names no id: why, and another try. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { path: this.props.path, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<ScreenBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    { path }: ScreenBoundaryProps,
    state: ScreenBoundaryState,
  ): ScreenBoundaryState | null {
    return path === state.path ? null : { path, failure: null }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <main className="page" tabIndex={-1}>
        <ErrorState error={failure.error} onRetry={() => this.setState({ failure: null })} />
        <p>
          <a href="#/post">To the posts</a>
        </p>
      </main>
    )
  }
}
