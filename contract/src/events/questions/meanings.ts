// The meaning of a question for browsers, badges, files and other programs.

interface Meaning {
  /** The name for organisers, which is also the usual header in a CRM's import. */
  name: string;
  /** The `autocomplete` token that tells browsers what to fill in. */
  autoComplete: string;
  /** The property of a vCard or MECARD. An address has several parts. */
  badge: { property: string; part?: number };
  /** Headings of columns in files, without accents, spaces and signs. */
  headings: string;
}

export const meanings = {
  company: {
    name: 'Company',
    autoComplete: 'organization',
    badge: { property: 'ORG', part: 0 },
    headings:
      'company companyname organisation organization organisationname organizationname employer account ' +
      'accountname firma unternehmen empresa compania societe entreprise azienda societa bedrijf bedrijfsnaam ' +
      'foretag virksomhed',
  },
  jobTitle: {
    name: 'Job Title',
    autoComplete: 'organization-title',
    badge: { property: 'TITLE' },
    headings:
      'jobtitle title position role jobrole function berufsbezeichnung funktion cargo puesto poste fonction ' +
      'ruolo qualifica functie stanowisko',
  },
  website: {
    name: 'Website',
    autoComplete: 'url',
    badge: { property: 'URL' },
    headings: 'website websiteurl url web homepage webseite sitioweb siteweb sitoweb',
  },
  postalCode: {
    name: 'Postal Code',
    autoComplete: 'postal-code',
    badge: { property: 'ADR', part: 5 },
    headings:
      'postalcode postcode zip zipcode zippostalcode plz postleitzahl codigopostal codepostal cap cep ' +
      'kodpocztowy postnummer',
  },
  country: {
    name: 'Country',
    autoComplete: 'country-name',
    badge: { property: 'ADR', part: 6 },
    headings: 'country countryregion land pais pays paese kraj nation',
  },
  notes: {
    name: 'Notes',
    autoComplete: 'off',
    badge: { property: 'NOTE' },
    headings:
      'notes note comment comments remarks description notizen bemerkung notas remarques opmerkingen',
  },
} as const satisfies Record<string, Meaning>;

export type QuestionMeaning = keyof typeof meanings;
export const questionMeanings = Object.keys(meanings) as QuestionMeaning[];
