import { useEffect, useState } from 'react'

/** A value as it was when it last stayed the same for a while: for what is too much work to do at every key. */
export function useRested<Value>(value: Value, milliseconds = 400): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}
