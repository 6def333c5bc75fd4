import type { ProblemBody } from '../../http/problem.ts'
import type { Reader } from '../reader.ts'
import { PageHead } from './basics.tsx'

/** A page in place of what was wanted: what is wrong, what to do, and the id by which the log knows the request. */
export const ProblemView = ({ r, problem, wait }: { r: Reader; problem: ProblemBody; wait: number | undefined }) => {
  const { problem: words } = r.words
  const title = problem.status === 404 ? words.notFound : problem.status === 429 ? words.tooMany : problem.title
  return (
    <>
      <PageHead r={r} title={title} />
      <div class="card">
        <p>{problem.status === 404 ? words.notFoundHelp : problem.detail}</p>
        {wait !== undefined && <p>{words.tooManyHelp(String(Math.ceil(wait)))}</p>}
        {problem.status >= 500 && (
          <p class="quiet small">
            {words.requestId}
            {r.words.common.colon}
            <code>{problem.request_id}</code>
          </p>
        )}
        <p>
          <a class="button" href={r.to('/')}>
            {words.toOverview}
          </a>
        </p>
      </div>
    </>
  )
}
