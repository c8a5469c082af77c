import { afterEach, beforeEach } from 'vitest'
import { clearScreen, watchComplaints } from './screen'

// Setup of projects that render: files share one process, and so the modules that they import are there once.
beforeEach(watchComplaints)
afterEach(clearScreen)
