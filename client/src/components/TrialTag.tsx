import { trialTexts } from '@ce/contract/trial-text'

/** Marks a trial year. Shows nothing for other years (decision 040). */
export function TrialYearTag({ of }: { of: { trial: boolean } }) {
  return of.trial ? <span className="ui-tag">{trialTexts.tag}</span> : null
}
