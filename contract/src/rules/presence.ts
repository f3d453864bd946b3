/**
 * When a presence check is asked and answered, ms after it is due by the server's clock (decision 039). What answers
 * before a person could have seen it is a program.
 */

/** no page shows it sooner */
export const presenceShownMs = 1000
/** nobody sees it, understands and presses faster */
const fastestPersonMs = 400
/** so far a page may be ahead of the server's clock: half a round trip of a second */
const pageAheadMs = 500
/** an answer that comes sooner is refused; the check stays open */
export const presenceSoonestMs = presenceShownMs + fastestPersonMs - pageAheadMs
