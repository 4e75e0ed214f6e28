import { randomUUID } from 'node:crypto';
import type { AdminEvent, EventInput } from '@drawbridge/contract/events/events';
import type {
  LoginResponse,
  RegistrationResponse,
  SessionUser,
} from '@drawbridge/contract/login/auth';
import type { Assignment, Volunteer } from '@drawbridge/contract/team/volunteers';

export interface Account {
  username: string;
  password: string;
}

/** Makes a name that no other test has. */
export function unique(name: string): string {
  return `${name} ${randomUUID().slice(0, 8)}`;
}

/** Arranges data through HTTP, with or without a logged-in user. */
export class Api {
  readonly url: string;
  readonly session: LoginResponse | undefined;

  constructor(url: string, session?: LoginResponse) {
    this.url = url;
    this.session = session;
  }

  async logIn({ username, password }: Account): Promise<Api> {
    const session = await this.call<LoginResponse>('POST', '/api/auth/login', {
      username,
      password,
    });
    return new Api(this.url, session);
  }

  /** True if the session is still valid. */
  async isSignedIn(): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.session?.token}` };
    return (await fetch(`${this.url}/api/auth/me`, { headers })).ok;
  }

  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.session && { authorization: `Bearer ${this.session.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }

  createEvent(given: Partial<EventInput> = {}): Promise<AdminEvent> {
    return this.call('POST', '/api/events', {
      name: unique('Harbour Winter Fair'),
      date: '2026-12-05',
      location: 'Hall 7, Bristol',
      status: 'active',
      languages: null,
      ...given,
    });
  }

  async createVolunteer(
    given: { fullName?: string; username?: string } = {},
  ): Promise<Account & { user: SessionUser }> {
    const account = {
      fullName: unique('Priya Shah'),
      username: `priya-${randomUUID().slice(0, 8)}`,
      password: 'collects-leads',
      ...given,
    };
    const { user } = await this.call<RegistrationResponse>('POST', '/api/auth/register', account);
    return { ...account, user };
  }

  /** Deletes the data of earlier tests. */
  async deleteEverything(): Promise<void> {
    const events = await this.call<AdminEvent[]>('GET', '/api/events');
    const volunteers = await this.listVolunteers();
    await Promise.all([
      ...events.map(({ id }) => this.call('DELETE', `/api/events/${id}`)),
      ...volunteers.map(({ id }) => this.call('DELETE', `/api/users/${id}`)),
    ]);
  }

  listVolunteers(): Promise<Volunteer[]> {
    return this.call('GET', '/api/users/volunteers');
  }

  assign(volunteerId: string, eventId: string): Promise<Assignment> {
    return this.call('POST', '/api/volunteer-assignments', { volunteerId, eventId });
  }

  addLead(eventId: string, given: { name?: string; phone?: string; email?: string } = {}) {
    return this.call<{ id: string }>('POST', '/api/leads', {
      eventId,
      name: 'Amara Okafor',
      phone: '07700 900121',
      ...given,
    });
  }
}
