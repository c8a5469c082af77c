import { afterAll } from 'vitest'
import { keepAnswers } from './siteFetch'

// Setup of the stories on a WordPress, real or replayed.
afterAll(keepAnswers)
