import type { LineEvents } from './keepConnected'

/** A message of the signalling, as it is read from JSON. */
export type SignalingMessage = Record<string, unknown>

/** What a channel to a signalling server reports. */
export interface ChannelEvents extends LineEvents {
  message(message: SignalingMessage): void
}

/** A way to a signalling server. */
export interface SignalingChannel {
  /** Sends one message, as JSON. */
  send(text: string): void
  close(): void
}

export type OpenSignalingChannel = (events: ChannelEvents) => SignalingChannel

/** Reads what came in: one message, or a list of them. What is neither is left out. */
export function readMessages(text: unknown): SignalingMessage[] {
  try {
    const read: unknown = JSON.parse(String(text))
    return [read].flat().filter((each): each is SignalingMessage => typeof each === 'object' && each !== null)
  } catch {
    return []
  }
}
