/** What raised text begins with that is a power or a charge; a raised ® or st is none. */
export const power = /[\d(+−–-]|[a-z]\b/

export const powerFirst = new RegExp(`^(?:${power.source})`)
