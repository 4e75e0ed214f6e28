import type { ContactField } from './contact.ts';

interface FileColumn {
  /** Headings of the column in the languages of most events, without accents, spaces and signs. Earlier ones win. */
  headings: string;
  /** Matches a word in longer headings, such as 'Phone (with country code)'. */
  word?: RegExp;
  /** Matches the cells of a column that has no known heading. */
  cell?: RegExp;
}

/** Headings of the column with the number of chances. */
export const chancesHeadings =
  'chances chance noofchances numberofchances lots lose loszahl chancen anzahlchancen gewinnchancen lotes boletos ' +
  'oportunidades opportunites billets possibilita biglietti kansen loten szanse losy';

/**
 * The rules that recognise the column of each contact field. They are not in `contact.ts`, which the public form loads.
 */
export const fileColumns: Record<ContactField, FileColumn> = {
  name: {
    headings:
      'attendeename name fullname yourname whatisyourname contactname contact attendee participant ' +
      'participantname visitor guest guestname nombre nombrecompleto nombreyapellidos nom nomcomplet nometprenom ' +
      'vollstandigername vorundnachname nome nomecompleto nomeecognome naam volledigenaam navn fulltnavn ' +
      'namn fullstandigtnamn imieinazwisko',
    cell: /^(?=[^@\d]*\p{L}{2})[^@\d]*$/u,
  },
  phone: {
    headings:
      'attendeephone phone phonenumber phoneno telephone telephonenumber tel telno mobile mobilenumber mobileno ' +
      'mobilephone cell cellphone cellnumber whatsapp handy handynummer telefon telefonnummer mobil ' +
      'mobilnummer mobiltelefon rufnummer telefono numerodetelefono movil celular portable ' +
      'numerodetelephone cellulare telefone telemovel telefoon telefoonnummer mobiel gsm numertelefonu',
    word: /phone|telefon|mobile/,
    cell: /^(?=(?:\D*\d){7})[+\d][\d\s()./-]{5,24}$/,
  },
  email: {
    headings:
      'attendeeemail email emailaddress mail mailaddress mailadresse emailadresse epost epostadresse epostadress correo ' +
      'correoelectronico courriel adressemail adresseemail adresseelectronique indirizzoemail ' +
      'enderecodeemail emailadres adresemail',
    word: /mail/,
    cell: /^\S+@\S+\.\S+$/,
  },
};
