// From figures to tables, a plot and the page about size and speed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exponentOf, median } from './measure.mjs'

const spread = (values) => ({ min: Math.min(...values), median: median(values), max: Math.max(...values) })

/** The workloads with a cell for every size and library: measured, impossible for it, or out of time. */
export function summaryOf({ figures, described, imports, bytes, libraries, titles, cannot }) {
  // What there was no time for is not in the tables.
  const run = Object.entries(described).filter(([name]) =>
    figures.some(({ workload, results }) => workload === name && results.length > 0),
  )
  const rows = run.flatMap(([name, workload]) => {
    const sizes = [
      ...new Set(
        figures
          .filter((each) => each.workload === name)
          .flatMap(({ results }) => results.map(({ size }) => size)),
      ),
    ]
    const cells = Object.fromEntries(
      libraries.map((library) => {
        if (cannot[library][name]) return [library, { cannot: cannot[library][name] }]
        const runs = figures.filter((each) => each.workload === name && each.library === library)
        return [library, { bySize: Object.fromEntries(sizes.map((size) => [size, cellOf(runs, size)])) }]
      }),
    )
    return { name, ...workload, sizes: sizes.sort((one, other) => one - other), cells }
  })
  const lone = (name, title, unit, work, target, valueOf) => ({
    name,
    title,
    unit,
    work,
    target,
    sizes: [0],
    cells: Object.fromEntries(libraries.map((library) => [library, { bySize: { 0: valueOf(library) } }])),
  })
  const isTimed = Object.keys(imports).length > 0
  if (isTimed) {
    const work =
      'Imports what an application needs as one bundled file for production, with the React binding and without React itself.'
    rows.push(lone('importing', 'time to import', 'ms', work, 2, (library) => imports[library]))
  }
  if (Object.keys(bytes).length > 0) {
    const work = 'The bytes of that file, gzipped.'
    rows.push(
      lone('bytes', 'bytes shipped', 'kB', work, undefined, (library) => {
        const size = bytes[library] / 1000
        return { min: size, median: size, max: size }
      }),
    )
  }
  for (const row of rows) {
    for (const cell of Object.values(row.cells)) {
      if (cell.cannot) continue
      for (const [size, figure] of Object.entries(cell.bySize)) {
        const floor = row.cells.floor.bySize?.[size]
        if (figure?.median && floor?.median) figure.ratio = figure.median / floor.median
      }
      const points = Object.entries(cell.bySize).filter(
        ([size, figure]) => Number(size) > 0 && figure?.median,
      )
      cell.exponent = exponentOf(
        points.map(([size, figure]) => ({ size: Number(size), value: figure.median })),
      )
    }
  }
  return { rows, libraries, titles }
}

function cellOf(runs, size) {
  const found = runs.flatMap(({ results }) => results.filter((result) => result.size === size))
  if (found.length === 0) return runs.some(({ sizes }) => sizes.includes(size)) ? { outOfTime: true } : {}
  const { counts, lacks, ratio } = found[0]
  const isAtLeast = found.some(({ cut }) => cut !== undefined)
  return {
    ...spread(found.map(({ value }) => value)),
    runs: found.length,
    ...(ratio && { ratio: median(found.map((each) => each.ratio)) }),
    ...(counts && { counts }),
    ...(lacks && { lacks }),
    ...(isAtLeast && { isAtLeast }),
  }
}

/** What sizes may count of which the most is the point. */
const mostShown = ['components', 'other edited posts', 'edited posts', 'undo levels', 'searches']

/** The size that the short table shows: that of the targets. */
export function shownSize({ sizes, sizeIs }) {
  return mostShown.includes(sizeIs) ? sizes.at(-1) : (sizes[1] ?? sizes[0])
}

export function figureText(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)))
}

function cellText(cell, size, unit) {
  if (cell.cannot) return `not measured: ${cell.cannot}`
  const figure = cell.bySize[size]
  if (figure?.outOfTime) return 'out of time'
  if (!figure?.median) return 'not run'
  const mark = `${figure.isAtLeast ? '> ' : ''}`
  const ratio = figure.ratio === undefined ? '' : ` (${figureText(figure.ratio)}×)`
  return `${mark}${figureText(figure.median)} ${unit}${ratio}${figure.lacks ? ' †' : ''}`
}

function markdownTable(head, lines) {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** How each target of the project stands, in words. */
export function targetsOf({ rows }) {
  return rows.flatMap((row) => {
    const size = shownSize(row)
    const ours = row.cells.copydesk?.bySize[size]
    if (!ours?.median) return []
    const goal = row.targetMicroseconds ?? row.target
    const reached = row.targetMicroseconds ? ours.median : ours.ratio
    const told =
      goal === undefined ? [] : [{ name: row.name, title: row.title, goal, reached, isMet: reached <= goal }]
    const faster = Object.entries(row.cells)
      .filter(([library, cell]) => !['floor', 'copydesk'].includes(library) && !cell.cannot)
      .filter(
        ([, cell]) =>
          cell.bySize[size]?.median < ours.median && !cell.bySize[size].lacks && !cell.bySize[size].isAtLeast,
      )
      .map(([library]) => library)
    return [
      ...told,
      ...(faster.length > 0 ? [{ name: row.name, title: row.title, faster, isMet: false }] : []),
    ]
  })
}

/** What each row costs now for what it cost before, by the least of all rounds: the rows that cost more come first. */
export function printComparison(figures, described, before) {
  const least = new Map()
  for (const { workload, library, results } of figures)
    for (const { size, value } of results) {
      const row = `${described[workload].title}, ${size} ${described[workload].sizeIs ?? ''}`.trim()
      const of = least.get(row) ?? {}
      of[library] = Math.min(of[library] ?? Infinity, value)
      of.unit = described[workload].unit
      least.set(row, of)
    }
  const rows = [...least]
    .filter(([, of]) => of.copydesk !== undefined && of[before] !== undefined)
    .map(([row, of]) => [of.copydesk / of[before], row, of])
    .sort(([one], [other]) => other - one)
  console.log('\nnow for before, the least of each:')
  for (const [ratio, row, of] of rows)
    console.log(
      `${ratio.toFixed(2)}  ${row}: ${figureText(of.copydesk)} for ${figureText(of[before])} ${of.unit}`,
    )
}

function shortTable({ rows, libraries, titles }) {
  return markdownTable(
    ['', ...libraries.map((library) => titles[library]), 'target'],
    rows.map((row) => {
      const size = shownSize(row)
      const what =
        size === 0 ? row.title : `${row.title}, ${size.toLocaleString('en-US')} ${row.sizeIs ?? 'records'}`
      const target = row.targetMicroseconds
        ? `${row.targetMicroseconds} µs`
        : row.target
          ? `${row.target}×${row.ratioTo ? ` of ${row.ratioTo}` : ''}`
          : ''
      return [what, ...libraries.map((library) => cellText(row.cells[library], size, row.unit)), target]
    }),
  )
}

function growthTable({ rows, libraries, titles }) {
  return markdownTable(
    ['', 'over', 'expected', ...libraries.map((library) => titles[library])],
    rows
      .filter(({ sizes }) => sizes.length > 1)
      .map((row) => [
        row.title,
        `${row.sizes.map((size) => size.toLocaleString('en-US')).join(', ')} ${row.sizeIs ?? 'records'}`,
        String(row.expected),
        ...libraries.map((library) => {
          const { exponent, cannot } = row.cells[library]
          return cannot ? '' : exponent == null ? '–' : exponent.toFixed(2)
        }),
      ]),
  )
}

function countTable({ rows, libraries, titles }) {
  const lines = rows.flatMap((row) => {
    const size = shownSize(row)
    const names = new Set(
      libraries.flatMap((library) => Object.keys(row.cells[library].bySize?.[size]?.counts ?? {})),
    )
    return [...names].map((name) => [
      `${row.title}: ${name}`,
      ...libraries.map((library) => figureText(row.cells[library].bySize?.[size]?.counts?.[name])),
    ])
  })
  return markdownTable(['', ...libraries.map((library) => titles[library])], lines)
}

/** Every size with minimum, median and maximum. */
function longTable({ rows, libraries, titles }) {
  return rows
    .map((row) => {
      const lines = row.sizes.map((size) => [
        size === 0 ? '' : `${size.toLocaleString('en-US')} ${row.sizeIs ?? 'records'}`,
        ...libraries.map((library) => {
          const cell = row.cells[library]
          const figure = cell.bySize?.[size]
          if (cell.cannot || !figure?.median) return cellText(cell, size, row.unit)
          const all = [figure.min, figure.median, figure.max].map(figureText).join(' / ')
          return `${figure.isAtLeast ? '> ' : ''}${all}${figure.ratio === undefined ? '' : ` (${figureText(figure.ratio)}×)`}${figure.lacks ? ' †' : ''}`
        }),
      ])
      return `### ${row.title}, in ${row.unit}\n\n${row.work}\n\n${markdownTable(['', ...libraries.map((library) => titles[library])], lines)}`
    })
    .join('\n\n')
}

function lackNotes({ rows, libraries, titles }) {
  const notes = rows.flatMap((row) =>
    libraries.flatMap((library) => {
      const { lacks } = row.cells[library].bySize?.[shownSize(row)] ?? {}
      return lacks ? [`${titles[library]} at “${row.title}”: ${lacks}`] : []
    }),
  )
  return notes.length > 0 ? `† Not the same work. ${notes.join('; ')}.` : ''
}

const machineLine = ({ date, node, processor, load, minutes, rounds, versions }) =>
  `Measured on ${date} in ${minutes} minutes and ${rounds === 1 ? 'one round' : `up to ${rounds} rounds`} on Node ${node}, ${processor}, with a load of ${load.join(' to ')} by other programs and this one: ${Object.entries(
    versions,
  )
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}.`

function targetLines(summary) {
  const told = targetsOf(summary)
  const missed = told.filter(({ isMet }) => !isMet)
  if (missed.length === 0) return 'Every target is met.'
  return `Not reached in this run: ${missed
    .map(({ title, goal, reached, faster }) =>
      faster
        ? `${title} (${faster.map((name) => summary.titles[name]).join(', ')} faster)`
        : `${title} (${figureText(reached)} of ${goal})`,
    )
    .join('; ')}.`
}

export function printTable(summary, machine) {
  console.log(`\n${machineLine(machine)}\n`)
  console.log(shortTable(summary))
  console.log(`\n${growthTable(summary)}`)
  console.log(`\n${countTable(summary)}`)
  console.log(`\n${lackNotes(summary)}\n\n${targetLines(summary)}`)
}

export function writeReport(summary, machine, { root, here, figures }) {
  const results = join(here, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(
    join(results, 'latest.json'),
    `${JSON.stringify({ machine, targets: targetsOf(summary), rows: summary.rows, figures }, null, 1)}\n`,
  )
  writeFileSync(
    join(results, 'latest.md'),
    `# The benchmark in full\n\n${machineLine(machine)}\n\nMinimum / median / maximum of the rounds, and the median's ratio to the floor, or to what the title names.\n\n${longTable(summary)}\n\n${lackNotes(summary)}\n`,
  )
  writeFileSync(join(root, 'docs/pictures/plot.svg'), plotOf(summary))
  const page = join(root, 'docs/reference/performance.md')
  const text = readFileSync(page, 'utf8')
  const block = [
    machineLine(machine),
    `Medians; in brackets the ratio to the same work by hand, or to what the row names. All sizes with minimum and maximum, and what each workload does, stand in [bench/results/latest.md](../../bench/results/latest.md).`,
    '![Cost of each workload as a multiple of the same work by hand](../pictures/plot.svg)',
    shortTable(summary),
    lackNotes(summary),
    targetLines(summary),
    '## How the cost grows',
    'The power of the size by which the cost grows: 0 is constant, 1 is linear.',
    growthTable(summary),
    '## Counted',
    countTable(summary),
  ]
  const made = `<!-- bench:start -->\n\n${block.filter(Boolean).join('\n\n')}\n\n<!-- bench:end -->`
  const replaced = text.replace(/<!-- bench:start -->[\s\S]*<!-- bench:end -->/, () => made)
  if (replaced === text && !text.includes(made))
    throw new Error('docs/reference/performance.md has no <!-- bench:start --> and <!-- bench:end -->')
  writeFileSync(page, replaced)
}

const colours = {
  copydesk: '#e4572e',
  tanstackQuery: '#2a9d8f',
  tanstackDb: '#b08900',
  rtkQuery: '#8e6bd1',
  coreData: '#4a8fd8',
}
const shapes = {
  copydesk: (x, y) => `<circle cx="${x}" cy="${y}" r="5.5"/>`,
  tanstackQuery: (x, y) => `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"/>`,
  tanstackDb: (x, y) => `<path d="M${x} ${y - 5}l5 9h-10z"/>`,
  rtkQuery: (x, y) => `<path d="M${x} ${y - 5}l5 5-5 5-5-5z"/>`,
  coreData: (x, y) => `<path d="M${x} ${y + 5}l5-9h-10z"/>`,
}

/** Ratios to the floor on a logarithmic scale, a line for each workload. */
function plotOf({ rows, libraries, titles }) {
  const peers = libraries.filter((library) => library !== 'floor')
  const shown = rows.filter(
    (row) => !row.ratioTo && peers.some((library) => row.cells[library].bySize?.[shownSize(row)]?.ratio),
  )
  const ratios = shown.flatMap((row) =>
    peers.map((library) => row.cells[library].bySize?.[shownSize(row)]?.ratio ?? 1),
  )
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...ratios))))
  const [left, right, top, line] = [270, 740, 62, 24]
  const height = top + shown.length * line + 34
  const xOf = (ratio) =>
    Number((left + (Math.max(-0.15, Math.log10(ratio)) / decades) * (right - left)).toFixed(1))
  const grid = Array.from({ length: decades + 1 }, (none, power) => {
    const x = xOf(10 ** power)
    return `<line class="grid" x1="${x}" y1="${top - 12}" x2="${x}" y2="${height - 26}"/><text x="${x}" y="${height - 10}" text-anchor="middle">${(10 ** power).toLocaleString('en-US')}×</text>`
  })
  const lines = shown.map((row, at) => {
    const y = top + at * line + 6
    const marks = peers.map((library) => {
      const figure = row.cells[library].bySize?.[shownSize(row)]
      if (!figure?.ratio) return ''
      return `<g fill="${colours[library]}"${figure.lacks ? ' opacity="0.4"' : ''}><title>${titles[library]}: ${figureText(figure.ratio)}×</title>${shapes[library](xOf(figure.ratio), y)}</g>`
    })
    // Ours last, on top.
    return `<text x="${left - 32}" y="${y + 4}" text-anchor="end">${row.title}</text><line class="row" x1="${left}" y1="${y}" x2="${right}" y2="${y}"/>${[...marks].reverse().join('')}`
  })
  const legend = peers.map((library, at) => {
    const x = 130 + at * 128
    return `<g fill="${colours[library]}">${shapes[library](x, 20)}</g><text x="${x + 11}" y="24">${titles[library]}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Cost of each workload as a multiple of the same work by hand">
<style>text{fill:#333}.grid{stroke:#8886;stroke-dasharray:2 3}.row{stroke:#8883}@media(prefers-color-scheme:dark){text{fill:#ddd}}</style>
${[...legend, ...grid, ...lines].join('\n')}
</svg>
`
}
