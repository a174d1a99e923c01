/** Groups of the single sign-on provider that are members of teams, and who had them at their last sign-in. */
export const statements = [
  `create table team_group (
    deployment_id integer not null,
    team_id integer not null,
    group_name text not null,
    primary key (deployment_id, team_id, group_name),
    foreign key (deployment_id, team_id) references team (deployment_id, id) on delete cascade
  ) strict`,
  'create index team_group_of_name on team_group (deployment_id, group_name)',
  `create table team_group_member (
    deployment_id integer not null,
    team_id integer not null,
    group_name text not null,
    person_id integer not null,
    primary key (deployment_id, team_id, group_name, person_id),
    foreign key (deployment_id, team_id, group_name)
      references team_group (deployment_id, team_id, group_name) on delete cascade
  ) strict`,
  'create index team_group_member_of_person on team_group_member (deployment_id, person_id)',
]
