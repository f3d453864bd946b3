/**
 * Times in ms after the check is due by the server clock (decision 039). Answers faster than a person can react are
 * refused.
 */

/** No page shows a presence check earlier than this. */
export const presenceShownAfterMs = 1000
const fastestPersonMs = 400
/** A page may be ahead of the server clock by half a round trip. */
const pageAheadMs = 500
/** Earlier answers are refused, and the check stays open. */
export const minPresenceAnswerMs = presenceShownAfterMs + fastestPersonMs - pageAheadMs
