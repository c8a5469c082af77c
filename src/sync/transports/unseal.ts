import { fromBase64 } from 'lib0/buffer'
import * as decoding from 'lib0/decoding'

/** Reads what a peer has encrypted for the signalling; undefined for what was encrypted with another password. */
export async function unseal(sealed: string, key: CryptoKey): Promise<unknown> {
  try {
    const decoder = decoding.createDecoder(fromBase64(sealed))
    const name = decoding.readVarString(decoder)
    const iv = new Uint8Array(decoding.readVarUint8Array(decoder))
    const text = new Uint8Array(decoding.readVarUint8Array(decoder))
    const data = await crypto.subtle.decrypt({ name, iv }, key, text)
    return decoding.readAny(decoding.createDecoder(new Uint8Array(data)))
  } catch {
    return undefined
  }
}
