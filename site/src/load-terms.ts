import { CallRefused, type Output } from '@ce/client/call.ts'
import { textTitles } from '@ce/contract/legal-text'
import type { LoaderFunctionArgs } from 'react-router'
import { callsOf } from './data.ts'
import { missing } from './loaders.ts'

type Versions = Output<'GET /first_page/v1/text_versions'>

export interface TermsData {
  pageTitle: string
  kind: 'AGREEMENT' | 'PRIVACY'
  versions: Versions
  /** null: none is published yet */
  shown: Output<'GET /first_page/v1/text_info'> | null
}

const kinds = { agreement: 'AGREEMENT', privacy: 'PRIVACY' } as const

/** A version of the user agreement or the privacy text; the one in force when none is named. @throws a 404 answer */
export async function loadTerms(args: LoaderFunctionArgs): Promise<TermsData> {
  const { kind: name = '', version: asked } = args.params
  if (name !== 'agreement' && name !== 'privacy') missing()
  const kind = kinds[name]
  const calls = callsOf(args)
  const versions = await calls('GET /first_page/v1/text_versions', { kind })
  const inForce = versions.find(({ state }) => state === 'IN_FORCE')
  const version = asked ?? inForce?.version
  const pageTitle = textTitles[kind]
  if (version === undefined) return { pageTitle, kind, versions, shown: null }
  try {
    const shown = await calls('GET /first_page/v1/text_info', { kind, version })
    return { pageTitle, kind, versions, shown }
  } catch (error) {
    // withdrawn, or never there: to a reader it is the same
    if (error instanceof CallRefused) missing()
    throw error
  }
}
