import { useEffect, useState } from 'react'

/** When the next try to connect is, second by second; nothing is read out of it. */
export function NextTry({ inMs }: { inMs: number | undefined }) {
  const [left, setLeft] = useState(() => Math.ceil((inMs ?? 0) / 1000))
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(seconds - 1, 0)), 1000)
    return () => clearInterval(timer)
  }, [])
  if (inMs === undefined) return null
  return <p className="quiet">{left > 0 ? `Next try in ${left} s` : 'Trying again …'}</p>
}
