import type { ReactNode } from 'react'
import './signIn.css'

/** In place of the page, while nobody is signed in on it: one card in its middle. */
export function SignInCard({ children }: { children: ReactNode }) {
  return (
    <main className="sign-in">
      <div className="card">
        <h1>Copydesk</h1>
        {children}
      </div>
    </main>
  )
}
