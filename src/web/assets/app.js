// Every page works without this; here is only what makes it nicer. It holds no data and no words: they come as data-* from the page.

const isTyping = (target) => target.closest?.('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]')
const ask = (url) => fetch(url, { headers: { 'X-Fragment': '1' } })

/** The one way from text to elements that the policy of the pages allows, and only for what this server answered. */
const answers = globalThis.trustedTypes?.createPolicy('fragment', { createHTML: (text) => text }) ?? {
  createHTML: (text) => text,
}

/** What the server answered, as elements; its scripts never run. */
async function fragmentOf(answer) {
  const parsed = new DOMParser().parseFromString(answers.createHTML(await answer.text()), 'text/html')
  return [...parsed.body.childNodes].map((node) => document.importNode(node, true))
}

function dialogFor(id) {
  const found = document.getElementById(id)
  if (found) return found
  const made = document.createElement('dialog')
  made.id = id
  made.addEventListener('click', (event) => event.target === made && made.close())
  return document.body.appendChild(made)
}

// Links whose page opens beside what they explain, or takes the place of a part of this page.
document.addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-dialog], a[data-into]')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  const answer = await ask(link.href).catch(() => undefined)
  if (!answer?.ok || answer.redirected) {
    location.href = link.href
    return
  }
  const nodes = await fragmentOf(answer)
  const into = link.dataset.into && document.querySelector(link.dataset.into)
  if (into) {
    into.replaceChildren(...nodes)
    return
  }
  const dialog = dialogFor('beside')
  dialog.replaceChildren(...nodes)
  dialog.showModal()
})

// A crosshair over charts, by pointer and arrow keys. `data-chart`: [date, x, lines of text][], x in thousandths of the width.
for (const figure of document.querySelectorAll('[data-chart]')) {
  const points = JSON.parse(figure.dataset.chart)
  const [svg, cross, tip] = ['svg', '.cross', '.tip'].map((one) => figure.querySelector(one))
  if (!points.length || !svg || !cross || !tip) continue
  let at = points.length - 1
  const show = () => {
    const [x, ...lines] = points[at]
    for (const one of ['x1', 'x2']) cross.setAttribute(one, x)
    cross.removeAttribute('hidden')
    tip.hidden = false
    tip.textContent = lines.filter(Boolean).join('\n')
    const half = tip.offsetWidth / 2
    tip.style.left = `${Math.min(svg.clientWidth - half, Math.max(half, (x / 1000) * svg.clientWidth))}px`
  }
  const hide = () => {
    tip.hidden = true
    cross.setAttribute('hidden', '')
  }
  const distance = (x, index) => Math.abs(points[index][0] - x)
  svg.addEventListener('pointermove', (event) => {
    const x = ((event.clientX - svg.getBoundingClientRect().left) / svg.clientWidth) * 1000
    at = points.reduce((best, _, index) => (distance(x, index) < distance(x, best) ? index : best), 0)
    show()
  })
  svg.addEventListener('pointerleave', hide)
  svg.addEventListener('blur', hide)
  svg.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    at = Math.min(points.length - 1, Math.max(0, at + step))
    show()
  })
}

// One box for all boxes of a name.
for (const all of document.querySelectorAll('[data-all]'))
  all.addEventListener('change', () => {
    for (const one of all.form.elements) if (one.name === all.dataset.all) one.checked = all.checked
  })

// A file that is dropped anywhere on its form, or chosen, is sent at once where the form says so.
for (const zone of document.querySelectorAll('[data-files]')) {
  const input = zone.querySelector('input[type=file]')
  const mark = (isOver) => zone.classList.toggle('over', isOver)
  zone.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  zone.addEventListener('dragleave', () => mark(false))
  zone.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    input.files = event.dataTransfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

// What depends on a choice: `data-shown="name=value value"`.
function showDependent() {
  for (const one of document.querySelectorAll('[data-shown]')) {
    const [name, values] = one.dataset.shown.split('=')
    const chosen = new FormData(one.closest('form')).get(name)
    one.hidden = !values.split(' ').includes(chosen)
    for (const field of one.querySelectorAll('input, select, textarea')) field.disabled = one.hidden
  }
}
document.addEventListener('change', showDependent)
showDependent()

// Ctrl and Enter presses the other button of a form.
document.addEventListener('keydown', (event) => {
  const other = event.target.form?.querySelector('[data-also]')
  if (!other || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.target.form.requestSubmit(other)
})

// What a trade comes to, while it is typed: only to look at, the server computes. What can be read in two ways shows nothing.
function sizeOf(text) {
  const bare = text.replace(/[\s'’]/g, '')
  const last = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','))
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(bare)) return Number.NaN
  return Number(last < 0 ? bare : `${bare.slice(0, last).replace(/[.,]/g, '')}.${bare.slice(last + 1)}`)
}
for (const sum of document.querySelectorAll('[data-sum]'))
  sum.closest('form').addEventListener('input', ({ currentTarget: { elements } }) => {
    const [units, price, fees, taxes] = ['quantity', 'price', 'fees', 'taxes'].map((one) => sizeOf(elements[`/${one}`].value))
    const named = [...document.querySelectorAll('#assets option')].find((one) => one.value === elements['/asset_id'].value)
    const amount = (units * price) / (named?.dataset.per ?? 1) + Number(sum.dataset.sum) * (fees + taxes)
    sum.hidden = !(units && price) || Number.isNaN(amount)
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
    sum.querySelector('output').textContent =
      `${new Intl.NumberFormat(sum.dataset.locale, digits).format(amount)} ${elements['/currency'].value}`
  })

// Copies a text.
document.addEventListener('click', async (event) => {
  const button = event.target.closest?.('[data-copy]')
  if (button) await navigator.clipboard?.writeText(button.dataset.copy)
})

// A job's page follows its job.
for (const one of document.querySelectorAll('[data-events]')) {
  const source = new EventSource(one.dataset.events)
  const follow = (event) => {
    const job = JSON.parse(event.data)
    const bar = one.querySelector('progress')
    if (bar && job.total) [bar.max, bar.value] = [job.total, job.done]
    const note = one.querySelector('[data-note]')
    if (note && job.note) note.textContent = job.note
    if (!['queued', 'running'].includes(job.state)) {
      source.close()
      location.reload()
    }
  }
  source.addEventListener('job', follow)
}

// What was typed is not lost by accident.
let changed
document.addEventListener('input', (event) => {
  if (event.target.form?.method === 'post' && event.target.type !== 'file') changed = event.target.form
})
document.addEventListener('submit', () => {
  changed = undefined
})
addEventListener('beforeunload', (event) => changed?.isConnected && event.preventDefault())

// Before the session ends the page says so.
const { sessionEnds, sessionWarning, sessionStay } = document.body.dataset
if (sessionEnds) {
  const wait = new Date(sessionEnds) - Date.now() - 300_000
  if (wait > 0 && wait < 2 ** 31)
    setTimeout(() => {
      const note = document.createElement('p')
      note.className = 'session-note'
      note.role = 'alert'
      const link = Object.assign(document.createElement('a'), { href: location.href, textContent: sessionStay })
      note.append(`${sessionWarning} `, link)
      document.querySelector('main').prepend(note)
    }, wait)
}

// Keys, unless the reader has switched them off; never while typing.
const goes = { o: 'overview', h: 'holdings', t: 'transactions', i: 'imports', b: 'brokers' }
const linkTo = (name) => document.querySelector(`a[data-go="${name}"]`)
let last = ''
function moveRow(step) {
  const rows = [...document.querySelectorAll('main tbody tr:not(.month)')]
  const at = rows.findIndex((row) => row.classList.contains('here'))
  const row = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
  rows[at]?.classList.remove('here')
  row?.classList.add('here')
  row?.scrollIntoView({ block: 'nearest' })
  row?.querySelector('a, input, button')?.focus({ preventScroll: true })
}
const does = {
  '?': () => document.getElementById('keys')?.showModal(),
  '/': () => document.querySelector('[data-search]')?.focus(),
  n: () => linkTo('new')?.click(),
  j: () => moveRow(1),
  k: () => moveRow(-1),
  x: () => document.querySelector('tr.here input[type=checkbox]')?.click(),
}
document.addEventListener('keydown', (event) => {
  const isOn = document.documentElement.dataset.keys === 'on'
  if (!isOn || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open]'))
    return
  const key = event.key
  if (last === 'g' && goes[key]) linkTo(goes[key])?.click()
  else if (does[key]) {
    event.preventDefault()
    does[key]()
  }
  last = key
})
