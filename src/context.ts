import type { Db, Reader, Tx } from '#db/connection.ts'
import type { IdentifierSource, PriceProvider } from '#plugins/assets/contract.ts'
import type { BrokerPlugin } from '#plugins/brim/contract.ts'
import type { FxProvider } from '#plugins/fx/contract.ts'
import type { Activity, Span } from './activity.ts'
import type { ChoreControls, RunChore } from './chore.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { Memory } from './memory.ts'
import type { Scope } from './shared/scopes.ts'
import type { Storage } from './storage.ts'
import type { Compute, PrepareCompute } from './task.ts'

/** Where the service keeps what it keeps; all below `DATA_DIR`, all absolute. */
export type DataFolders = Readonly<Record<'root' | 'uploads' | 'reports' | 'backups' | 'plugins' | 'temporary', string>>

/** Everything impure and replaceable. */
export type Deps = {
  /** The writer; inside `inTransaction` the transaction. */
  readonly db: Db | Tx
  /** The reader; inside `inTransaction` the same transaction. */
  readonly reader: Reader
  readonly folders: DataFolders
  readonly storage: Storage
  /** Everything that lives as long as the service. */
  readonly memory: Memory
  readonly clock: () => Date
  readonly log: Log
  readonly config: Config
  /** Rooms are opened once they are loaded; those without plugins (`server.ts`) before. */
  readonly plugins: Plugins
  /** Loads `plugins`, once; absent where they are there from the start. */
  readonly loadPlugins?: () => Promise<unknown>
  /** Loads those that know rates and prices, where `plugins` are without them. */
  readonly loadSources?: () => Promise<Pick<Plugins, 'fx' | 'assets' | 'identifiers'>>
  readonly fetch: typeof fetch
  /** Does long work in a process of its own; absent in tests and commands. Used through `runTask`. */
  readonly compute?: Compute
  /** Says which tasks will come in a moment. */
  readonly prepareCompute?: PrepareCompute
  /** Somebody has come in who will look at reports. */
  readonly expectReports?: () => void
  /** Does work on the whole data folder in a process of its own; absent in tests and commands. Used through `runChore`. */
  readonly runChore?: RunChore
  /**
   * Holds every request back, runs `commit`, and serves from the data of then on once the requests under way are answered. Resolves as soon as
   * they may be answered; throws what `commit` throws, and then all goes on as before. Absent where nothing is served.
   */
  readonly changeOver?: (commit: () => Promise<void>) => Promise<void>
  /** Hears which import plugin works from now on: whoever ends long work can name it. */
  readonly announce?: (working: WorkingPlugin | null) => void
  /** What a task tells of itself, and when it is to stop, wherever it runs. */
  readonly controls?: ChoreControls
  readonly startedAt: Date
  /** Only when traces are sent. */
  readonly tracer?: Tracer
  /** Only when metrics are on. */
  readonly metrics?: RequestMetrics
}

export type SpanKind = 'internal' | 'server' | 'client'
/** How a span ends: its name and what it says; `activity` has the statements that belong to it. Nothing of what users own. */
export type EndedSpan = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly isFault?: boolean
  readonly activity?: Activity
}
/** A span that goes on; `traceparent` is what others are sent. */
export type OpenSpan = { readonly span: Span; readonly traceparent: string; readonly end: (how: EndedSpan) => void }
/** Begins spans: below the `traceparent` of a request, below `parent`, else a trace of its own. */
export type Tracer = {
  readonly begin: (given: {
    readonly kind: SpanKind
    readonly traceparent?: string | undefined
    readonly parent?: Span | undefined
  }) => OpenSpan
}

/** Takes note of answered requests. */
export type RequestMetrics = {
  /** `route` is the pattern as in the documentation, `unmatched` when there is none. */
  readonly observe: (request: { route: string; method: string; status: number; seconds: number }) => void
}

/** An import plugin that looks whether a file is its own (`isLooking`), or reads it. */
export type WorkingPlugin = { readonly code: string; readonly isLooking: boolean }

/** Constant while the service runs. */
export type Plugins = {
  readonly brim: readonly BrokerPlugin[]
  /** The codes of those in `brim` that are not built in. */
  readonly ownImporters?: ReadonlySet<string>
  readonly fx: readonly FxProvider[]
  readonly assets: readonly PriceProvider[]
  /** They have no prices; only built-in ones. */
  readonly identifiers?: readonly IdentifierSource[]
}

/** The signed-in user as the guard found them at the start of the request. */
export type SessionUser = {
  readonly id: number
  readonly username: string
  /** In this request: false for a token without the scope `admin` and for whom a proxy names, whoever they are. */
  readonly isSuperuser: boolean
  /** A trusted proxy named them: no session, no token. */
  readonly isNamed?: true
  /** When they signed in, in seconds since 1970; absent where nobody did: with a token, on the command line. */
  readonly signedInAt?: number
  /** When the session or the token ends, in seconds since 1970; absent where it does not. */
  readonly expiresAt?: number
  /** What the request came with, where that was a token. */
  readonly bearer?: { readonly id: number; readonly scopes: readonly Scope[] }
  /** Of the brokers of which they are a member, those that they see in this request; absent: all. */
  readonly onlyBrokers?: readonly number[]
}

export type Ctx = Deps & {
  readonly user: SessionUser
  /** The brokers that a request has turned out to be about: what is stored of its answer is for their members only. */
  readonly concerned?: Set<number>
}

/** The present instant as RFC 3339 in UTC. */
export function now(ctx: Pick<Deps, 'clock'>): string {
  return ctx.clock().toISOString()
}
