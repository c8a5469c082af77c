// What is declared needs no library of a transport that is not used.
import { createRestFetcher } from 'copydesk'
import { createSync, pollingTransport, structuredCodec, type Transport } from 'copydesk/sync'

const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/' })
const transport: Transport = pollingTransport({ fetcher })
export const experimentalSync = createSync({ transports: [transport], codec: structuredCodec() })
