import { configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { clearScreen, watchComplaints } from './screen'

// Setup of projects that render: files share one process, and so the modules that they import are there once.

// How long a screen takes depends on what else the machine does: the limit is for what hangs.
configure({ asyncUtilTimeout: 30_000 })
beforeEach(watchComplaints)
afterEach(clearScreen)
