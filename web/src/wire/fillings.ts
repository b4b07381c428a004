// Made from wire.schema.json by scripts/wire.mjs: change the shapes there, never here.

/** What a missing field means, and which shapes lie inside which. */
export const FILLINGS: Record<string, { defaults: Record<string, unknown>; inner: Record<string, string> }> = {
  Asked: {"defaults":{},"inner":{"choices":"Choice"}},
  Choice: {"defaults":{"cost":0,"why":null},"inner":{"why":"Reason"}},
  CroupierView: {"defaults":{"to":null,"entered":[],"wagers":0,"staked":0,"undecided":0,"can":[],"disputed_by":null,"about":null,"proposals":[]},"inner":{"next":"Reason"}},
  Dealt: {"defaults":{"burned":false},"inner":{}},
  FieldView: {"defaults":{"needs":null,"in_bet_all":true,"lines":[]},"inner":{"limits":"LimitsView"}},
  HandView: {"defaults":{"branch":0,"cards":[],"total":0,"soft":false,"state":"","wager":1,"main":true},"inner":{}},
  HandsView: {"defaults":{"hands":[]},"inner":{"hands":"HandView"}},
  Highlight: {"defaults":{},"inner":{}},
  LimitsView: {"defaults":{},"inner":{}},
  LineView: {"defaults":{"why":null},"inner":{"why":"Reason"}},
  LobbyTable: {"defaults":{"results":[]},"inner":{}},
  OwnView: {"defaults":{"wagers":[],"bet":0,"last_bet":0,"last_win":0,"insured":[],"asks":[],"lines":[],"waits":false,"options":{},"can":[],"seats":[],"behind":[],"locked":false,"fork":null},"inner":{"wagers":"WagerView","asks":"Asked","lines":"LineView"}},
  PublicView: {"defaults":{"left_ms":null,"window_ms":null,"shoe":1,"shoe_dealt":0,"shoe_size":0,"cut_card_out":false,"players":0,"wagered":0,"finished":0,"commitment":"","contributions":"","revealed":"","dealer":null,"hands":[],"player":null,"banker":null,"winner":null,"history":[],"highlights":[],"results":[],"why":[],"seats":[],"turn":null,"paused":null,"dispute":null,"dispute_left_ms":null},"inner":{"message":"Reason","dealer":"SideView","hands":"HandView","player":"SideView","banker":"SideView","history":"Dealt","highlights":"Highlight","why":"Reason","seats":"SeatView","paused":"Reason","dispute":"Reason"}},
  PurseView: {"defaults":{},"inner":{}},
  Reason: {"defaults":{"facts":{}},"inner":{}},
  RoadsView: {"defaults":{},"inner":{}},
  SeatView: {"defaults":{"name":null,"stake":0,"behind":0,"behind_refused":false,"run":0,"hands":[],"locked":false,"away":false},"inner":{"hands":"HandView"}},
  SideView: {"defaults":{"cards":[],"total":0,"soft":false,"state":""},"inner":{}},
  TableInfo: {"defaults":{"video":null},"inner":{"fields":"FieldView"}},
  Telling: {"defaults":{"public":null,"hands":null,"own":null,"roads":null,"croupier":null},"inner":{"public":"PublicView","hands":"HandsView","own":"OwnView","roads":"RoadsView","croupier":"CroupierView"}},
  Wager: {"defaults":{},"inner":{}},
  WagerView: {"defaults":{},"inner":{}},
};
