import type { ImportField, Matching } from './fields.ts';

/** Headings in the languages of most events, without accents, spaces and signs. */
const HEADINGS: Record<ImportField, string> = {
  name:
    'name fullname yourname contactname contact attendee attendeename participant participantname visitor ' +
    'guest guestname nombre nombrecompleto nombreyapellidos nom nomcomplet nometprenom ' +
    'vollstandigername vorundnachname nome nomecompleto nomeecognome naam volledigenaam navn fulltnavn ' +
    'namn fullstandigtnamn imieinazwisko',
  firstName:
    'firstname first givenname forename vorname prenom primernombre primeironome voornaam fornavn ' +
    'fornamn imie',
  lastName:
    'lastname last surname familyname nachname familienname nomdefamille apellido apellidos cognome ' +
    'sobrenome apelido achternaam etternavn efternavn efternamn nazwisko',
  phone:
    'phone phonenumber phoneno telephone telephonenumber tel telno mobile mobilenumber mobileno ' +
    'mobilephone cell cellphone cellnumber whatsapp handy handynummer telefon telefonnummer mobil ' +
    'mobilnummer mobiltelefon rufnummer telefono numerodetelefono movil celular portable ' +
    'numerodetelephone cellulare telefone telemovel telefoon telefoonnummer mobiel gsm numertelefonu',
  email:
    'email emailaddress mail mailaddress mailadresse emailadresse epost epostadresse epostadress correo ' +
    'correoelectronico courriel adressemail adresseemail adresseelectronique indirizzoemail ' +
    'enderecodeemail emailadres adresemail',
};

/** Words in longer headings, such as 'Phone (with country code)'. */
const WORDS: Partial<Record<ImportField, RegExp>> = {
  email: /mail/,
  phone: /phone|telefon|mobile/,
};

const fields = Object.keys(HEADINGS) as ImportField[];

/** Finds the column of each field by its heading, or by its contents where no heading fits. */
export function guessColumns(
  header: readonly string[] | undefined,
  sample: readonly (readonly string[])[],
): Matching {
  const matching = header ? guessByHeading(header.map(fold)) : {};
  const taken = () => new Set(Object.values(matching));
  const width = Math.max(0, ...sample.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column);
  const firstFree = (fits: (cell: string) => boolean) =>
    columns.find((column) => {
      const cells = sample.flatMap((row) => (row[column]?.trim() ? [row[column].trim()] : []));
      const fitting = cells.filter(fits).length;
      return !taken().has(column) && fitting > 0 && fitting >= cells.length * 0.8;
    });
  const complete = (field: ImportField, fits: (cell: string) => boolean) => {
    const column = matching[field] ?? firstFree(fits);
    if (column !== undefined) matching[field] = column;
  };
  complete('email', (cell) => /^\S+@\S+\.\S+$/.test(cell));
  complete('phone', isPhone);
  if (!header && matching.firstName === undefined && matching.lastName === undefined) {
    complete('name', (cell) => /\p{L}{2}/u.test(cell) && !/[@\d]/.test(cell));
  }
  return matching;
}

function guessByHeading(headings: readonly string[]): Matching {
  const matching: Matching = {};
  for (const field of fields) {
    const known = HEADINGS[field].split(' ');
    const exact = headings.findIndex((heading) => known.includes(heading));
    const column =
      exact >= 0 ? exact : headings.findIndex((heading) => WORDS[field]?.test(heading));
    if (column >= 0) matching[field] = column;
  }
  // Beside a first name, 'Name' or 'Nom' is the last name; beside a last name, 'Nombre' is the first.
  const { name, firstName, lastName } = matching;
  if (name !== undefined && (firstName === undefined) !== (lastName === undefined)) {
    matching[firstName === undefined ? 'firstName' : 'lastName'] = name;
    delete matching.name;
  }
  return matching;
}

/** Whether the first row looks like headings: one of them is known, or nothing in it is contact data. */
export function guessHeader(rows: readonly (readonly string[])[]): boolean {
  const first = rows[0] ?? [];
  if (Object.keys(guessByHeading(first.map(fold))).length > 0) return true;
  return rows.length > 1 && !first.some((cell) => cell.includes('@') || isPhone(cell.trim()));
}

function isPhone(cell: string): boolean {
  return /^[+\d][\d\s()./-]{5,24}$/.test(cell) && (cell.match(/\d/g) ?? []).length >= 7;
}

function fold(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .replaceAll('ł', 'l');
}
