import type { AnswerOf } from '../operations.ts'
import { Card, Verdict } from '../parts/basics.tsx'
import { Said } from '../parts/said.tsx'
import type { Reader } from '../reader.ts'
import type { Broker, Report } from './report.ts'
import { ReportHead } from './review.tsx'

type Job = AnswerOf<'GET /jobs/{id}'>

/** An import that goes on as a job, or that did not come to its end. With scripts it follows by itself. */
export function RunningJob({ r, found, job }: { r: Reader; found: { report: Report; broker: Broker }; job: Job }) {
  const { imports: words } = r.words
  const isRunning = job.state === 'queued' || job.state === 'running'
  const back = r.to(`/imports/${found.report.id}`)
  return (
    <>
      <ReportHead r={r} report={found.report} broker={found.broker} step={2} />
      {isRunning ? (
        <Card title={words.running} id="running">
          <div class="stacked" data-events={r.to(`/api/v1/jobs/${job.id}/events`)}>
            <p class="help">{words.runningHelp}</p>
            {job.note !== null && <p>{job.note}</p>}
            <progress aria-label={words.running} {...(job.total === null ? {} : { max: job.total, value: job.done })} />
            <p>
              <a class="button" href={r.here({})}>
                {words.lookAgain}
              </a>
            </p>
          </div>
        </Card>
      ) : (
        <Verdict tone="bad" title={words.failedJob}>
          {job.problem && (
            <p>
              <Said r={r} text={job.problem.detail} />
            </p>
          )}
          <p>
            <a class="button small" href={back}>
              {words.lookAgain}
            </a>
          </p>
        </Verdict>
      )}
    </>
  )
}
