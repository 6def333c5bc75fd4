import type { SeenElement } from '#test/support/page-snapshot.ts'

/** What no rule about accessibility looks at, or content rather than kind. */
const CONTENT = new Set(
  [
    'class id name srcset datetime d points x y x1 x2 y1 y2 cx cy r width height transform viewBox preserveAspectRatio text-anchor fill stroke',
    'action method enctype novalidate maxlength minlength min max step pattern rows cols size autofocus required inputmode checked selected',
    'download rel target loading decoding spellcheck list form formaction accept value colspan rowspan nonce integrity crossorigin',
  ].flatMap((names) => names.split(' ')),
)
/** Of these it counts whether they say something, not what. */
const SAYING = new Set(['href', 'src', 'title', 'alt', 'aria-label', 'placeholder'])
/** Of these, whether what they name by its `id` is there. */
const NAMING = new Set(
  'for headers popovertarget aria-labelledby aria-describedby aria-controls aria-owns aria-details'.split(' '),
)
/** Elements that without a role are only there for the looks of what is in them. */
const PLAIN = new Set('div span p section form b i em strong small data time figure'.split(' '))
/** Elements that are what they are for themselves: what stands in them is as it is beside them. */
const OPEN = new Set('section form search details fieldset article header footer aside nav main'.split(' '))
/** Elements in which each child matters. */
const STRICT = new Set('ul ol dl menu table thead tbody tfoot tr select picture details'.split(' '))
/** What of an element can matter to those in it. */
const INHERITED = /^(role=|aria-hidden=|tabindex=|href |to )/
const FIELDS = new Set(['input', 'select', 'textarea'])
const PRESSED = new Set(['submit', 'button', 'reset', 'image'])
const TYPED = new Set(['email', 'url', 'tel', 'password'])
const LANDMARKS = new Set(['nav', 'aside', 'main', 'header', 'footer', 'search', 'section', 'form'])
/** Landmarks only with a name, or where they stand in nothing else. */
const NAMED_LANDMARKS = new Set(['section', 'form', 'header', 'footer'])

/** What the elements of one page say about each other. */
type Relations = {
  readonly ids: ReadonlyMap<string, SeenElement>
  /** Values of `id` that more than one element has. */
  readonly twice: ReadonlySet<string>
  /** Values of `id` of the fields that a label with words is for. */
  readonly labelled: ReadonlySet<string>
  /** Landmarks that are called like another one. */
  readonly alike: ReadonlySet<SeenElement>
}

const isSaid = (text: string | undefined) => (text ?? '').trim() !== ''

function relationsOf(elements: readonly SeenElement[]): Relations {
  const ids = new Map<string, SeenElement>()
  const [twice, labelled, alike] = [new Set<string>(), new Set<string>(), new Set<SeenElement>()]
  for (const one of elements) {
    const id = one.attributes.get('id')
    if (id !== undefined && ids.has(id)) twice.add(id)
    if (id !== undefined) ids.set(id, one)
    if (one.tag === 'label' && one.isVisible && isSaid(one.text)) labelled.add(one.attributes.get('for') ?? '')
  }
  const landmarks = new Map<string, SeenElement>()
  for (const one of elements.filter(({ isVisible }) => isVisible)) {
    const called = landmarkOf(one, ids)
    if (called === undefined) continue
    if (landmarks.has(called)) alike.add(one)
    landmarks.set(called, one)
  }
  return { ids, twice, labelled, alike }
}

function landmarkOf({ tag, attributes }: SeenElement, ids: Relations['ids']): string | undefined {
  const role = attributes.get('role') ?? ''
  if (!LANDMARKS.has(tag) && role === '') return undefined
  const namedBy = (attributes.get('aria-labelledby') ?? '').split(' ').map((id) => ids.get(id)?.text ?? '')
  const name = (attributes.get('aria-label') ?? namedBy.join(' ')).trim()
  return name === '' && (role !== '' || NAMED_LANDMARKS.has(tag)) ? undefined : `${tag} ${role} ${name}`
}

/** What attributes say about what an element is. */
function meaningOf({ attributes }: SeenElement, { ids, twice }: Relations): string[] {
  const words: string[] = []
  for (const [name, value] of attributes) {
    if (name === 'id' && twice.has(value)) words.push('id of another')
    if (name === 'value' && PRESSED.has(attributes.get('type') ?? '') && !isSaid(value)) words.push('empty')
    if (name.startsWith('data-') || CONTENT.has(name)) continue
    if (value.startsWith('#') && name === 'href') words.push(`to ${ids.has(value.slice(1))}`)
    else if (SAYING.has(name)) words.push(`${name} ${isSaid(value)}`)
    else if (NAMING.has(name)) words.push(`${name} ${value.split(' ').every((id) => ids.has(id))}`)
    else words.push(`${name}=${name === 'type' && TYPED.has(value) ? 'text' : value.replace(/\d+/g, '0')}`)
  }
  return words.sort()
}

/**
 * The sorts of elements that a page shows, for rules about what an element is: its tag and attributes, whether it has words, what it refers to, and what it stands in, without what is there for looks only;
 * and each step from one heading to the next. Two pages with the same sorts keep the same rules.
 */
export function sortsOf(elements: readonly SeenElement[]): Set<string> {
  const relations = relationsOf(elements)
  const sorts = new Set<string>()
  const paths = new Map<SeenElement, string>()
  let heading = 'none'
  for (const one of elements) {
    const { tag, attributes, parent, text, isVisible } = one
    const above = parent ? (paths.get(parent) ?? '') : ''
    const meaning = meaningOf(one, relations)
    const isPlain = PLAIN.has(tag) && meaning.length === 0 && !STRICT.has(parent?.tag ?? '')
    const isOfPicture = above.endsWith(PICTURE) && !isReached(one)
    paths.set(one, isPlain || isOfPicture ? above : pathOf(one, above, meaning))
    if (isOfPicture || (!isVisible && tag !== 'meta')) continue
    if (isSaid(text)) meaning.push('words')
    if (relations.alike.has(one)) meaning.push('called like another')
    if (FIELDS.has(tag)) meaning.push(`labelled ${relations.labelled.has(attributes.get('id') ?? '')}`)
    sorts.add(isPlain ? `${above} > ${isSaid(text)}` : `${above} > ${tag} ${meaning}`)
    if (!/^h[1-6]$/.test(tag)) continue
    sorts.add(`${tag} after ${heading}`)
    heading = tag
  }
  return sorts
}

/** What those in an element stand in: in one landmark as in several. */
function pathOf({ tag, attributes }: SeenElement, above: string, meaning: readonly string[]): string {
  if (!OPEN.has(tag) || attributes.has('role') || attributes.has('aria-hidden'))
    return `${above} > ${tag} ${meaning.filter((word) => INHERITED.test(word))}`
  const isLandmark = LANDMARKS.has(tag) && tag !== 'section' && tag !== 'form'
  return isLandmark && !above.includes(WITHIN) ? `${above}${WITHIN}` : above
}

const WITHIN = ' > landmark'

/** A picture that is there for looks only. */
const PICTURE = ' > svg aria-hidden=true'
const REACHED = new Set(['a', 'button', 'input', 'select', 'textarea', 'summary'])
/** Whether it is reached by keys or a finger. */
const isReached = ({ tag, attributes }: SeenElement) => REACHED.has(tag) || attributes.has('tabindex') || attributes.has('role')

/** Pixels that what a finger must hit has both ways (WCAG 2.2, 2.5.8), and those from which on letters count as large in bold (1.4.3). */
const [TARGET, LARGE] = [24, 18]

/**
 * Elements of a page for the rules about how they look, each with a key that is the same for those that look alike there.
 * `contrasts`: what has words or is a field, by its colours and those that it stands on; `targets`: what is reached and small, and `scrolled`: what is scrolled, by classes and all that it stands in, and whether keys reach it.
 */
export function looksOf(elements: readonly SeenElement[]) {
  const classes = new Map<SeenElement, string>()
  const backs = new Map<SeenElement, string>()
  const hasKeys = new Set<SeenElement>()
  for (const one of elements.filter(isReached)) for (let at: SeenElement | undefined = one; at; at = at.parent) hasKeys.add(at)
  const [contrasts, targets, scrolled] = [[], [], []] as [Seen[], Seen[], Seen[]]
  for (const [index, one] of elements.entries()) {
    const { tag, attributes, parent, text, styles, isVisible, width, height } = one
    const path = `${(parent && classes.get(parent)) ?? ''} > ${tag}.${(attributes.get('class') ?? '').replace(/\d+/g, '0')}`
    classes.set(one, path)
    const back = `${(parent && backs.get(parent)) ?? ''}${backOf(one, path)}`
    backs.set(one, back)
    if (!isVisible) continue
    const isField = FIELDS.has(tag)
    const letters = Number.parseFloat(styles['font-size']) < LARGE ? '' : `${styles['font-size']} ${styles['font-weight']}`
    const front = `${styles.color} ${letters} ${styles['text-shadow']} ${isField ? tag : ''}`
    if ((isField || isSaid(text)) && width > 1 && height > 1) contrasts.push({ index, key: `${front} on ${back}` })
    if (isReached(one) && (width < TARGET || height < TARGET)) targets.push({ index, key: path })
    if (one.isScrolled) scrolled.push({ index, key: `${path} ${hasKeys.has(one)}` })
  }
  return { contrasts, targets, scrolled }
}

/** The element at `index`, and what it is alike in. */
export type Seen = { readonly index: number; readonly key: string }

/** What an element adds to what the words in it stand on: colours, and a place of its own. */
function backOf({ styles, attributes, isVisible }: SeenElement, path: string): string {
  if (styles.color === '') return ''
  const added = [
    styles['background-color'] === 'rgba(0, 0, 0, 0)' ? '' : styles['background-color'],
    styles['background-image'] === 'none' ? '' : styles['background-image'],
    styles.opacity === '1' ? '' : styles.opacity,
    styles.filter === 'none' ? '' : styles.filter,
    styles['mix-blend-mode'] === 'normal' ? '' : styles['mix-blend-mode'],
    isVisible && !['static', 'relative'].includes(styles.position) ? `${styles.position} ${path}` : '',
    attributes.has('disabled') || attributes.get('aria-disabled') === 'true' ? 'disabled' : '',
  ].filter((one) => one !== '')
  return added.length === 0 ? '' : ` / ${added.join(' ')}`
}
