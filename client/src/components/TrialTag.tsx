import { trialWords } from '@ce/contract/trial-words'

/** Beside the name of a year or a proof: that it is a trial's (decision 040); nothing of any other. */
export function TrialTag({ of }: { of: { trial: boolean } }) {
  return of.trial ? <span className="ui-tag">{trialWords.tag}</span> : null
}
