import { object } from '../schema.ts';
import { boolean, string } from '../values.ts';

/** Every tool that has details (§4.3). */
export const toolNames = [
  'find_gifts_by_country',
  'find_gifts_by_category',
  'find_gifts_in_price_range',
  'find_gifts_by_merchant',
  'get_gift_details',
  'list_gift_categories',
  'find_gifts_for_runner',
  'find_gifts_for_foodie',
  'find_gifts_for_tech_enthusiast',
  'find_gifts_for_traveler',
  'find_gifts_for_artist',
  'find_gifts_for_parent',
  'find_gifts_for_professional',
  'find_gifts_for_wellness_seeker',
  'find_gifts_for_student',
  'find_gifts_for_retiree',
  'find_gifts_for_teenager',
  'find_gifts_for_pet_lover',
] as const;

/** Details of a gift-finding tool (§2.10). */
export const toolDetails = object('Tool details', {
  success: boolean,
  tool: object('Tool', {
    name: string,
    description: string,
    category: { ...string, description: '`persona`, for example.' },
    parameters: { type: 'object', description: 'Inputs of the tool; its content is not shown.' },
  }),
});
