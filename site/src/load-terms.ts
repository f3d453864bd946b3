import { CallRefused, type ClientOutput } from '@ce/client/call.ts'
import { legalTextTitles } from '@ce/contract/legal-text'
import type { LoaderFunctionArgs } from 'react-router'
import { siteCallsOf } from './data.ts'
import { throwNotFound } from './loaders.ts'

type Versions = ClientOutput<'GET /first_page/v1/text_versions'>

export interface TermsData {
  pageTitle: string
  kind: 'AGREEMENT' | 'PRIVACY'
  versions: Versions
  /** The shown version; null when none is published yet. */
  shown: ClientOutput<'GET /first_page/v1/text_info'> | null
}

const kinds = { agreement: 'AGREEMENT', privacy: 'PRIVACY' } as const

/** Loads a version of the legal text, by default the one in force. @throws a 404 response. */
export async function loadTerms(args: LoaderFunctionArgs): Promise<TermsData> {
  const { kind: name = '', version: asked } = args.params
  if (name !== 'agreement' && name !== 'privacy') throwNotFound()
  const kind = kinds[name]
  const calls = siteCallsOf(args)
  const versions = await calls('GET /first_page/v1/text_versions', { kind })
  const inForce = versions.find(({ state }) => state === 'IN_FORCE')
  const version = asked ?? inForce?.version
  const pageTitle = legalTextTitles[kind]
  if (version === undefined) return { pageTitle, kind, versions, shown: null }
  try {
    const shown = await calls('GET /first_page/v1/text_info', { kind, version })
    return { pageTitle, kind, versions, shown }
  } catch (error) {
    // A withdrawn version and one that never existed both give 404, because readers need not know the difference.
    if (error instanceof CallRefused) throwNotFound()
    throw error
  }
}
