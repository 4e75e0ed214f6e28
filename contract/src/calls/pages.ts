import { defineCalls } from '../core/call.ts';
import { helpPages, pages } from '../core/pages.ts';

const page = <const Route extends `${'GET' | 'POST'} /${string}`>(route: Route, summary: string) =>
  ({ route, summary, responses: {}, page: true }) as const;

/** Pages that the server renders, completely or with their initial data. */
export const pageCalls = defineCalls(
  { allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    showTypedLeadForm: page(`GET ${pages.typedLeadForm}`, 'Leads to the form by a short code'),
    showLogIn: page(`GET ${pages.login}`, 'Log in'),
    showRaffle: page(`GET ${pages.raffle}`, 'The raffle'),
    showStage: page(`GET ${pages.stage}`, 'The wall: the raffle for a projector'),
    showTicket: page(`GET ${pages.ticket}`, 'The tickets on this device'),
    showDrawCalendar: page(`GET ${pages.drawCalendar}`, 'The draw as an entry for a calendar'),
    showVerify: page(`GET ${pages.verify}`, 'Checks the draws'),
    showOrganisersHelp: page(`GET ${helpPages.organisers}`, 'The handbook for organisers'),
    showVolunteersHelp: page(`GET ${helpPages.volunteers}`, 'The page for volunteers'),
    showPrivacyTextHelp: page(`GET ${helpPages.privacyText}`, 'Samples of a privacy text'),
    showInstallHelp: page(`GET ${helpPages.install}`, 'How to install the server'),
    showSettingsHelp: page(`GET ${helpPages.settings}`, 'The settings of the server'),
    showOperatorsHelp: page(`GET ${helpPages.operators}`, 'How to operate the server'),
    showFairDrawHelp: page(`GET ${helpPages.fairDraw}`, 'How the draw can be checked'),
    showFairDrawSpecHelp: page(`GET ${helpPages.fairDrawSpec}`, 'The scheme of the draw'),
    showScaleHelp: page(`GET ${helpPages.scale}`, 'How to serve more people'),
    showApiHelp: page(`GET ${helpPages.api}`, 'The guide to the API'),
  },
);

export const leadFormCalls = defineCalls(
  { allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    showLeadForm: page(`GET ${pages.leadForm}`, 'The lead form'),
    showShortLeadForm: page(`GET ${pages.shortLeadForm}`, 'The lead form'),
    postLeadForm: page(`POST ${pages.leadForm}`, 'Enters the raffle without scripts'),
  },
);

export const unsubscribeCalls = defineCalls(
  { allowedFor: 'anyone', tokenScope: 'none', eventScope: 'none', changes: 'none' },
  {
    showUnsubscribe: page(
      `GET ${pages.unsubscribe}`,
      'Asks whether to unsubscribe from the mail of an event',
    ),
    unsubscribe: page(`POST ${pages.unsubscribe}`, 'Unsubscribes from the mail of an event'),
  },
);
